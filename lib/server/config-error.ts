import 'server-only'

/** A setting that is missing or wrong. The message is one line and names the setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
