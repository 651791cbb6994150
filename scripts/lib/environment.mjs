/** Application settings that a developer may have set and that must not leak into tests. */
const SETTINGS =
  /^(DATABASE_URL|DATA_DIR|PORT|APP_URL|APM_URL|GATEWAY_URL|CHECKOUT_URL|AUTH_SECRET|SEALING_KEY|TRUSTED_PROXIES|HSTS_SUBDOMAINS|LISTEN_HOST|RESET_PASSWORD|NODE_ENV|(OWNER|SANDBOX|SHOP|NEXTAUTH|E2E)_.*|SANDBOX|NEXTAUTH_URL)$/

/** Removes them from this process and its children. TEST_DATABASE_URL stays. */
export function clearSettings() {
  for (const name of Object.keys(process.env)) if (SETTINGS.test(name)) delete process.env[name]
}
