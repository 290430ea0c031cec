import Foundation
import Glibc
import TestSupport
import Testing

/// Hundreds of clients that hardly send, beside some that do.
@Suite(.serialized) struct SlowClientTests {
  /// An honest upload's answer.
  private struct Answer {
    var status: Int
    var seconds: Double
  }

  /// Uploads the same movie until the time is over, two at once, to some services in turn; nothing is made of
  /// the repeats.
  ///
  /// - Returns: the answers of each service.
  private static func upload(
    _ services: [RunningService], seconds: Double, fields: [String] = []
  ) throws -> [[Answer]] {
    let movie = try Bodies.movie()
    let end = ContinuousClock().now + .seconds(seconds)
    let all = Clients.run(2, atOnce: 2) { number in
      var answers = services.map { _ in [Answer]() }
      var turn = number
      while ContinuousClock().now < end {
        turn = (turn + 1) % services.count
        let start = ContinuousClock().now
        let status = (try? services[turn].post("/v1/clips", movie, fields: fields))?.status ?? 0
        answers[turn].append(
          Answer(status: status, seconds: (ContinuousClock().now - start) / .seconds(1)))
        usleep(10_000)
      }
      return answers
    }
    return services.indices.map { place in all.flatMap { $0[place] } }
  }

  /// The time within which a share of the uploads was answered.
  private static func time(_ answers: [Answer], _ share: Double) -> Double {
    let times = answers.map(\.seconds).sorted()
    return times.isEmpty ? .infinity : times[min(times.count - 1, Int(Double(times.count) * share))]
  }

  private static func milliseconds(_ answers: [Answer]) -> String {
    [0.5, 0.99].map { "\(Int((time(answers, $0) * 1000).rounded()))" }.joined(separator: "/")
  }

  @Test(.enabled(if: !Sanitizer.isOn, "a sanitizer's time and memory are its own"))
  func `five hundred slow clients cost honest ones no time and the server no memory`() throws {
    let service = try RunningService()
    // What the machine does besides is the same for one that nobody attacks.
    let both = [service, try RunningService()]
    _ = try Self.upload(both, seconds: 3)
    let before = try Self.upload(both, seconds: 15)
    let holdings = HoldingsWatch.Holdings(service.process)
    let crowd = SlowCrowd(500, port: service.port)
    for _ in 0..<100 where crowd.count < 500 { usleep(20_000) }
    #expect(crowd.count == 500)
    let watch = HoldingsWatch(service.process)
    let during = try Self.upload(both, seconds: 30)
    let seen = watch.end()
    let cuts = crowd.end()
    let after = try Self.upload(both, seconds: 15)
    let (beside, without) = (during[0], (before + [during[1]] + after).flatMap(\.self))
    let growth = (seen.map(\.memory).max() ?? .max) - holdings.memory
    print(
      "p50/p99 ms: \(Self.milliseconds(without)) without (\(Self.milliseconds(during[1])) of another"
        + " server meanwhile), \(Self.milliseconds(beside)) beside slow ones; \(growth >> 10) KiB,"
        + " \(Self.counts(cuts))")
    #expect(without.count > 200 && beside.count > 100)
    #expect((without + beside).allSatisfy { $0.status == 202 })
    #expect(Self.time(beside, 0.99) <= 1.5 * Self.time(without, 0.99))
    #expect(growth <= 20_000_000)
    try Self.expectDeadlines(cuts)
    try Self.expectHoldings(holdings, service)
  }

  @Test func `slow clients of many addresses keep no other from uploading`() throws {
    let service = try RunningService(
      environment: [
        "CLIPGATE_SERVER_TRUSTED_PROXIES": "127.0.0.1", "CLIPGATE_SERVER_UPLOADS_PER_MINUTE": "0",
      ])
    _ = try Self.upload([service], seconds: 2)
    let holdings = HoldingsWatch.Holdings(service.process)
    // 25 bodies each, which is less than an address may have.
    let crowd = SlowCrowd(500, port: service.port) {
      "X-Forwarded-For: 203.0.113.\($0 % 20)\r\n"
    }
    for _ in 0..<100 where crowd.count < 500 { usleep(20_000) }
    let beside = try Self.upload(
      [service], seconds: 26, fields: ["X-Forwarded-For: 198.51.100.7"])[0]
    let broken = Clients.run(50, atOnce: 4) { Self.breakOff(service.port, isReset: $0 % 2 == 0) }
    let cuts = crowd.end()
    #expect(beside.count > 100 && beside.allSatisfy { $0.status == 202 })
    #expect(broken.count { $0 == 400 } == 25 && broken.count { $0 == 0 } == 25)
    try Self.expectDeadlines(cuts)
    #expect(try service.forgetsIncoming())
    try Self.expectHoldings(holdings, service)
  }

  /// Sends half of an upload; gives the answer's status, 0 for none.
  private static func breakOff(_ port: UInt16, isReset: Bool) -> Int {
    guard let movie = try? Bodies.movie(), let wire = try? Wire(port) else { return -1 }
    wire.send(
      "POST /v1/clips HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 198.51.100.8\r\n"
        + "Content-Length: \(movie.count)\r\n\r\n")
    wire.send(Array(movie.prefix(movie.count / 2)))
    if isReset {
      wire.reset()
      return 0
    }
    wire.endSending()
    return wire.answer(within: 30)?.status ?? 0
  }

  /// Heads have 10 s, bodies 10 s for nothing and 10 s at the least rate.
  private static func expectDeadlines(_ cuts: [SlowCrowd.Cut]) throws {
    #expect(cuts.count { !$0.isBody } >= 250 && cuts.count(where: \.isBody) >= 250)
    #expect(cuts.allSatisfy { $0.status == 408 }, "\(counts(cuts))")
    for isBody in [false, true] {
      let times = cuts.filter { $0.isBody == isBody }.map(\.seconds)
      let (first, last) = (times.min() ?? 0, times.max() ?? .infinity)
      print("cut after \(first) to \(last) s")
      // The machine may be busy.
      let deadline: Double = isBody ? 20 : 10
      #expect(first >= deadline - 0.2 && last <= deadline + 3)
    }
  }

  private static func counts(_ cuts: [SlowCrowd.Cut]) -> [String: Int] {
    Dictionary(
      cuts.map { ("\($0.isBody ? "body" : "head") \($0.status)", 1) }, uniquingKeysWith: +)
  }

  /// Once they are gone, the server has no descriptor and no thread more.
  private static func expectHoldings(
    _ before: HoldingsWatch.Holdings, _ service: RunningService
  ) throws {
    var now = HoldingsWatch.Holdings(service.process)
    for _ in 0..<100 where now.descriptors > before.descriptors {
      usleep(100_000)
      now = HoldingsWatch.Holdings(service.process)
    }
    #expect(now.descriptors <= before.descriptors)
    #expect(now.threads <= before.threads)
  }
}
