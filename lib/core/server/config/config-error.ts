import 'server-only'

/** A missing or invalid setting. The message is one line and names the setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
