#!/bin/sh
# Fuzzes the walk over boxes: Fuzz/boxes.sh [RUNS]
# Builds with -O and the address sanitizer, starts from small movies of every kind that ffmpeg can
# write, and exits with a status that is not 0 on a finding, which is left in .build/fuzz/boxes.
set -eu
runs=${1:-1000000}
root=$(cd "$(dirname "$0")/.." && pwd)
work=$root/.build/fuzz/boxes
mkdir -p "$work/seeds" "$work/corpus" "$work/findings"

# One module, so that the target sees what the package does not export.
swiftc -O -wmo -swift-version 6 -parse-as-library -module-name BoxesFuzz \
  -enable-upcoming-feature ExistentialAny -sanitize=fuzzer,address -use-ld=lld \
  "$root"/Sources/Boxes/*.swift "$root/Fuzz/BoxesTarget.swift" -o "$work/fuzz-boxes"

# A seed: NAME.EXTENSION, then ffmpeg's options. 2 pictures and 4 packets of sound: 1 to 3 KB.
seed() {
  name=$1
  shift
  test -s "$work/seeds/$name" || ffmpeg -nostdin -v error -y -threads 1 \
    -f lavfi -i "color=s=16x16:r=25:d=0.12" -f lavfi -i "sine=r=8000:d=0.1" \
    -map_metadata -1 -fflags +bitexact -flags:v +bitexact "$@" "$work/seeds/$name"
}
video="-c:v mpeg4 -bf 1"
aac="-c:a aac -b:a 8k"
# shellcheck disable=SC2086 # the options are words
{
  seed plain.mp4 -c:v mjpeg $aac -movflags +disable_chpl
  seed faststart.mp4 $video $aac -movflags +faststart
  seed empty-moov.mp4 $video $aac -movflags +frag_every_frame+empty_moov
  seed default-base.mp4 $video $aac -movflags +frag_keyframe+empty_moov+default_base_moof
  seed no-base.mp4 $video $aac -movflags +frag_keyframe+empty_moov+omit_tfhd_offset
  seed half-fragmented.mp4 $video $aac -movflags +frag_keyframe
  seed dash.mp4 $video -an -movflags +dash+global_sidx
  seed negative-offsets.mp4 $video -an -movflags +negative_cts_offsets
  seed sowt.mov $video -c:a pcm_s16le
  seed ulaw.mov $video -c:a pcm_mulaw
  seed ima4.mov $video -c:a adpcm_ima_qt
  seed float.mov $video -c:a pcm_f32le
  seed timecode.mov $video -an -timecode 00:00:00:00
  seed encrypted.mp4 $video $aac -encryption_scheme cenc-aes-ctr \
    -encryption_key 00112233445566778899aabbccddeeff -encryption_kid 00112233445566778899aabbccddeeff
  seed phone.3gp -s 128x96 -c:v h263 -an
  seed hint.mp4 -an $video -movflags +rtphint
}

cd "$work"
exec ./fuzz-boxes corpus seeds -runs="$runs" -max_len=4096 -timeout=5 -rss_limit_mb=1024 \
  -malloc_limit_mb=64 -dict="$root/Fuzz/boxes.dict" -artifact_prefix=findings/ \
  -print_final_stats=1
