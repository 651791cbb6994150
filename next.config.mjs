// @ts-check
import { fileURLToPath } from 'node:url'

/** Headers that do not change from request to request; the Content-Security-Policy carries a nonce and is set in proxy.ts. */
const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Referrer-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), geolocation=(), microphone=(), payment=()' },
]

/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  typedRoutes: true,
  // `npm run verify` checks the types; checking them again in every build only makes the first start slower.
  typescript: { ignoreBuildErrors: true },
  // Native and WebAssembly packages that must be loaded from node_modules, not bundled.
  serverExternalPackages: ['@electric-sql/pglite', '@node-rs/argon2', 'fs-native-extensions', 'pg', 'pg-boss', 'pino'],
  turbopack: { root: fileURLToPath(new URL('.', import.meta.url)) },
  headers: async () => [{ source: '/:path*', headers: securityHeaders }],
}
