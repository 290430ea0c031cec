internal import Glibc
internal import Service
internal import Webhooks

/// Where the secrets that sign messages come from: the environment, or a file.
enum WebhookSecrets {
  private static let variable = "CLIPGATE_WEBHOOK_SECRET"

  /// Reads them, and takes them out of the environment: no process that this one starts has them, and
  /// none that looks at this one's environment finds them. To be called while there is one thread.
  ///
  /// - Returns: nil where no messages are sent.
  static func take(
    _ settings: ServiceSettings
  ) throws(ServerProgram.Obstacle) -> [WebhookSecret]? {
    let told = takeVariable()
    guard settings.webhookURL != nil else { return nil }
    if let told { return try secrets(told, key: "webhook.secret") }
    guard let path = settings.webhookSecretFile else {
      throw ServerProgram.Obstacle(
        status: 2,
        message: "webhook.url needs webhook.secret (\(variable)) or webhook.secret_file")
    }
    guard let line = SettingsReader.firstLine(of: path) else {
      throw ServerProgram.Obstacle(
        status: 3, message: "webhook.secret_file: the file can't be read")
    }
    return try secrets(line, key: "webhook.secret_file")
  }

  private static func secrets(
    _ text: String, key: String
  ) throws(ServerProgram.Obstacle) -> [WebhookSecret] {
    guard let secrets = WebhookSecret.list(text) else {
      throw ServerProgram.Obstacle(
        status: 2,
        message: "\(key): whsec_ and the base64 of 24 to 64 bytes is needed, or two of them with a "
          + "blank between")
    }
    return secrets
  }

  /// The variable's value, which is overwritten where the kernel has put it; an empty one is none.
  private static func takeVariable() -> String? {
    // The value is the environment's own memory, and nobody else changes it now.
    guard let value = unsafe getenv(variable) else { return nil }
    let text = unsafe String(cString: value)
    unsafe memset(value, 0, strlen(value))
    unsafe unsetenv(variable)
    return text.isEmpty ? nil : text
  }
}
