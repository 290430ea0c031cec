import Foundation
import TestSupport
import Testing

/// The movies of `samples/` against the real `clipgate`.
@Suite struct SampleTests {
  @Test(arguments: try Sample.all())
  func `check gives each sample the verdict of the manifest`(_ sample: Sample) throws {
    let outcome = try Program.clipgate().run(["check", "--json", sample.path])
    #expect(outcome.ending == .exit(sample.accepted ? 0 : 1), "\(outcome.errors)")
    let verdict = try JSONDecoder().decode(SeenVerdict.self, from: outcome.outputData)

    #expect(verdict.accepted == sample.accepted)
    #expect(verdict.reasons.map(\.code).sorted() == sample.reasons.sorted())
    if let warnings = sample.warnings {
      #expect(verdict.warnings.map(\.code).sorted() == warnings.sorted())
    }
    if let presented = sample.presented {
      let seen = try #require(verdict.facts?.duration.presented)
      // The manifest has three decimals, and time scales of containers are as coarse as 1 ms.
      #expect(abs(seen - presented) <= 0.002, "\(seen) is not \(presented)")
    }
    if let width = sample.width, let height = sample.height {
      let video = try #require(verdict.facts?.video)
      #expect("\(video.width)×\(video.height)" == "\(width)×\(height)")
    }
    if let hasAudio = sample.hasAudio {
      let facts = try #require(verdict.facts)
      #expect((facts.audio != nil) == hasAudio)
    }
  }

  @Test func `one call gives a line for each sample, and a refusal stops no other`() throws {
    let samples = try Sample.all()
    let outcome = try Program.clipgate().run(["check", "--json"] + samples.map(\.path))
    let verdicts = try outcome.lines.map {
      try JSONDecoder().decode(SeenVerdict.self, from: Data($0.utf8))
    }
    #expect(verdicts.map(\.name) == samples.map(\.path))
    #expect(verdicts.map(\.accepted) == samples.map(\.accepted))
    #expect(outcome.ending == .exit(1))
  }

  @Test func `the manifest names each movie of the folder, once`() throws {
    let notMovies: Set = ["manifest.json", "make.sh", "patch.py", "describe.py"]
    let found = try FileManager.default.contentsOfDirectory(atPath: Checkout.path("samples"))
      .filter { !notMovies.contains($0) && !$0.hasPrefix("__") && !$0.hasPrefix(".") }
    #expect(try Sample.all().map(\.name).sorted() == found.sorted())
  }

  @Test(arguments: try Sample.all())
  func `a sample is smaller than 200 KB`(_ sample: Sample) throws {
    let size = try Data(contentsOf: URL(filePath: sample.path)).count
    #expect(size < 200_000)
  }
}

/// What these tests read of `clipgate.verdict/1`; decoded on its own, not with the product's types.
private struct SeenVerdict: Decodable {
  struct Coded: Decodable { let code: String }
  struct Facts: Decodable {
    struct Clocks: Decodable { let presented: Double? }
    struct Video: Decodable { let width: Int, height: Int }
    struct Audio: Decodable { let index: Int }
    let duration: Clocks
    let video: Video?
    let audio: Audio?
  }
  let name: String
  let accepted: Bool
  let reasons: [Coded]
  let warnings: [Coded]
  let facts: Facts?
}
