extension Command {
  /// What it does, in paragraphs.
  var description: [String] {
    switch self {
    case .probe:
      [
        "Shows what each movie is, as measured from all of its packets: container, clocks, "
          + "picture, sound, streams, and whether it carries private metadata. No header is "
          + "believed; what it declares stands beside what was measured.",
        "The options of the policy, --config and the environment are ignored: facts do not "
          + "depend on limits.",
        "With --plot the movie's time line is drawn into a file, with what --from, --to and the like "
          + "would keep; so one sees why a verdict fell. An existing file needs --force.",
      ]
    case .check:
      [
        "Tells for each movie whether it is accepted, or refused with every reason. The duration "
          + "is judged on what --from, --to and the like leave; the size is that of the file.",
        "Every packet is read and the first key frame decoded. With --deep everything is decoded: "
          + "slower, and finds damage that nothing else shows.",
      ]
    case .plan:
      [
        "Tells what process would do with each movie (copy, remux or encode), why, about how many "
          + "bytes would come out, and about how long it would take. Nothing is written.",
        "A folder stands for all files below it, but for links and for names that begin with a dot; "
          + "below the results stands what the policy would refuse, by reason, and what the rest "
          + "would cost. With --json that is one more line, of the schema clipgate.summary/1.",
      ]
    case .process:
      [
        "Checks each movie, trims it, compresses it to the profile and makes a poster; what meets "
          + "the profile already is copied. The output is an MP4 with H.264 and AAC that starts to "
          + "play before it is loaded, upright, with no location, device or date in it.",
        "With -o FILE the movie goes there, and the poster where --poster says. With -o DIR, "
          + "which must be there, each input NAME.EXT becomes NAME.mp4, NAME.jpg and NAME.json "
          + "(the report); standard input becomes stdin.mp4 and so on. Two inputs of one name "
          + "are a mistake that is told before work begins.",
        "Outputs appear whole or not at all, the movie last. A refusal, an error or a signal "
          + "leaves nothing behind. A file that is there is never overwritten without --force, "
          + "an input never.",
      ]
    case .poster:
      [
        "Writes only the poster of a movie, as process would make it: an upright JPEG in the "
          + "profile's box. The best frame is the first that is neither black, blank nor mid-fade."
      ]
    case .config:
      [
        "Shows every key of the configuration, its value, and where that came from: a default, "
          + "the file, a variable of the environment or an option. Later ones win in this order.",
        "The file is JSON5 (see config/clipgate.json5) and named by --config or CLIPGATE_CONFIG. "
          + "Variables are CLIPGATE_, section and key, as CLIPGATE_POLICY_MAX_DURATION=5s; an "
          + "empty one counts as not set. An unknown key is an error. Secrets are not printed.",
      ]
    case .doctor:
      [
        "Shows the versions of FFmpeg's libraries, the encoders and decoders that are needed, what "
          + "the kernel offers to lock decoders in, and whether temporary files can be written. "
          + "The status is 0 where movies can be processed, else 4."
      ]
    case .help: ["Explains a command, or lists all of them."]
    case .serve:
      [
        "Takes movies over HTTP, gives the verdict in the answer, and makes clips of what is accepted. "
          + "Database, store and temporary files lie in --data, which is made where it is missing.",
        "It listens on this machine alone unless --listen says otherwise, and elsewhere only with a "
          + "token (--token-file) or --open. Where the kernel can't confine decoders it starts with "
          + "--unconfined alone. SIGTERM and SIGINT end it: requests are answered, jobs finished or "
          + "handed back, within 10 seconds; another signal ends it at once.",
      ]
    case .work:
      [
        "Runs workers on the database and the store of a service of this machine, without HTTP: more "
          + "processes for one queue. A job that one of them leaves is taken over by another."
      ]
    case .hook:
      [
        "Answers one hook request of tusd 2, as tusd's file hooks have it: the request on standard "
          + "input, the answer on standard output. A refusal is an answer, with the reasons for the "
          + "client, and the status is 0; any other status makes tusd answer 500.",
        "pre-create is judged by its size, pre-finish by the file, which has to be below "
          + "hooks.tusd_root. On post-finish the request is handed on to the service of --server, "
          + "which takes the movie in once for each upload; without --server it is judged alone. "
          + "All other hooks are answered with {}.",
      ]
    case .upload:
      [
        "Processes each movie as process does, and sends what comes out as multipart/form-data, in the "
          + "field video, called NAME.mp4. A URL without a path is a Clipgate service: there the movie "
          + "goes to /v1/clips, and a --profile that is given goes with it. Every other URL is taken as it "
          + "is. Redirections are not followed.",
        "A --to with :// in it is the URL; another --to is a time, as with process. The bearer token "
          + "is the value of CLIPGATE_UPLOAD_TOKEN or the first line of --token-file.",
        "Where no answer comes, or one that says later (408, 429, 502, 503, 504), the movie is sent up to "
          + "three times more, after pauses of up to 30 s, with the same Idempotency-Key, so that it "
          + "is taken once. Then the status is 3. A refusal is never asked twice; its reasons are shown.",
      ]
    }
  }

  /// Calls that people make.
  var examples: [String] {
    switch self {
    case .probe:
      [
        "clipgate probe holiday.mov", "clipgate probe --json *.mov > facts.jsonl",
        "clipgate probe long.mov --plot long.svg",
      ]
    case .check:
      [
        "clipgate check holiday.mov recording.webm",
        "clipgate check --max-duration 10s --deep *.mp4",
        "curl -s https://example.com/clip.mp4 | clipgate check --json -",
      ]
    case .plan: ["clipgate plan holiday.mov --head 0.8 --fit", "clipgate plan --fit recordings/"]
    case .process:
      [
        "clipgate process holiday.mov --head 0.8 --tail 0.5 -o holiday.mp4 \\",
        "    --poster holiday.jpg",
        "clipgate process *.mov --fit -o clips/",
        "clipgate process --target-bytes 500KiB -o small.mp4 -- -odd-name.mov",
      ]
    case .poster: ["clipgate poster holiday.mov --poster-at 1.5 -o holiday.jpg"]
    case .config: ["CLIPGATE_POLICY_MAX_DURATION=8s clipgate config --json"]
    case .doctor: ["clipgate doctor"]
    case .help: ["clipgate help process"]
    case .serve:
      [
        "clipgate serve --data /var/lib/clipgate",
        "clipgate serve --listen 0.0.0.0:8080 --token-file token.txt --workers 4",
      ]
    case .work: ["clipgate work --data /var/lib/clipgate --workers 2"]
    case .hook:
      [
        "clipgate hook < request.json",
        "clipgate hook --server http://127.0.0.1:8080 --token-file token.txt",
      ]
    case .upload:
      [
        "clipgate upload holiday.mov --to http://127.0.0.1:8080",
        "clipgate upload *.mov --fit --to https://clips.example \\",
        "    --token-file token.txt",
      ]
    }
  }
}
