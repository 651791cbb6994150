// @ts-check
/** The settings of the environment, for a diagnosis that can be shown to others. */

/** Settings whose values are neither secret nor personal. Only the names of all others are shown. */
const shown = new Set([
  'BACKUP_HOUR', 'BACKUP_KEEP_DAILY', 'BACKUP_KEEP_WEEKLY', 'DATABASE_POOL_SIZE', 'DEFAULT_LANGUAGE', 'HSTS_SUBDOMAINS',
  'LOCAL_SIGN_IN', 'LOG_LEVEL', 'NODE_ENV', 'PORT', 'PSEUDO_LOCALE', 'SANDBOX', 'SANDBOX_LENIENT', 'SANDBOX_REACH',
  'SANDBOX_SEED', 'SESSION_IDLE_HOURS', 'SHOP_MODE', 'SIGN_IN_AGAIN_MINUTES', 'SMTP_ENCRYPTION', 'TRUSTED_PROXIES',
]) // prettier-ignore
/** A test compares them with docs/configuration.md. */
const ours =
  /^(?:NODE_ENV|NODE_OPTIONS|PORT|HOST|LISTEN_HOST|APP_URL|DATA_DIR|LOG_LEVEL|TRUSTED_PROXIES|HSTS_|DATABASE_|AUTH_SECRET|(?:OLD_)?SEALING_KEY|SECRETS_FILE|BACKUP_|BREACHED_PASSWORDS_FILE|METRICS_|OWNER_|RESET_PASSWORD|SANDBOX|SHOP_|GATEWAY_URL|APM_URL|CHECKOUT_URL|SMTP_|OIDC_|OTEL_|LOCAL_SIGN_IN|DEFAULT_LANGUAGE|PSEUDO_LOCALE|SESSION_|SIGN_IN_|(?:HTTPS?|ALL|NO)_PROXY$|(?:https?|all|no)_proxy$)/
/** Names of providers are part of the names of their settings. */
const provider = /^OIDC_(?!PROVIDERS(?:_FILE)?$)[A-Z0-9]+_/

/**
 * Returns the settings that are set. The value is shown only for those in `shown`.
 * @param {Record<string, string | undefined>} env @returns {Record<string, string>}
 */
export function namedSettings(env) {
  /** @type {Record<string, string>} */
  const found = {}
  for (const name of Object.keys(env).toSorted())
    if (ours.test(name) && env[name])
      found[name.replace(provider, 'OIDC_…_')] = shown.has(name) ? (env[name] ?? '') : 'set'
  return found
}
