/** Application settings that a developer may have set and that must not leak into tests. */
const SETTINGS =
  /^(DATA_DIR|SECRETS_FILE|PORT|APP_URL|APM_URL|GATEWAY_URL|CHECKOUT_URL|(DATABASE_URL|AUTH_SECRET|(OLD_)?SEALING_KEY)(_FILE)?|LOCAL_SIGN_IN|TRUSTED_PROXIES|HSTS_SUBDOMAINS|(LISTEN_)?HOST|DATABASE_POOL_SIZE|RESET_PASSWORD|NODE_ENV|(OWNER|SANDBOX|SHOP|SMTP|OIDC|NEXTAUTH|E2E)_.*|SANDBOX)$/

/** Removes these settings from this process and its children. TEST_DATABASE_URL stays. */
export function clearSettings() {
  for (const name of Object.keys(process.env)) if (SETTINGS.test(name)) delete process.env[name]
}
