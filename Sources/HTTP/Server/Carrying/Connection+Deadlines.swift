/// What happens when something has not happened in time.
extension Connection {
  /// The deadline is over.
  func expire() {
    switch phase {
    case .reading where parser.isBetween: shut()
    case .reading: refuse(408, "the head did not come in time")
    case .receiving(let receiver, _):
      let least = Double(configuration.bodyRate) * (configuration.bodySpan / .seconds(1))
      if isFirstSpan || Double(spanBytes) >= least {
        (spanBytes, isFirstSpan) = (0, false)
        deadline = .now + configuration.bodySpan
      } else {
        receiver.abandon(.tooSlow)
        refuse(408, "the body comes too slowly")
      }
    case .waiting: deadline = nil
    case .sending where outgoing.hasEvents && !outgoing.isPending:
      outgoing.appendPiece(Array(": \n\n".utf8))
      deadline = .now + configuration.sendDeadline
    case .sending: lose()
    case .lingering: shut()
    case .closed: break
    }
    drive()
  }

  private func refuse(_ status: Int, _ detail: String) {
    refuse(RequestFault(status: status, code: "request.timeout", detail: detail))
  }

  /// No other request is taken on this connection.
  func stop() {
    switch phase {
    case .reading where parser.isBetween: shut()
    case .lingering: deadline = .now + .seconds(1)
    case .sending:
      closes = true
      outgoing.endEvents()
      drive()
    case .reading, .receiving, .waiting, .closed: break
    }
  }
}
