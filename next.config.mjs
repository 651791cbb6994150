// @ts-check
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Headers that do not change from request to request; the Content-Security-Policy carries a nonce and is set in proxy.ts. */
const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), geolocation=(), microphone=(), payment=()' },
]

/** React Aria's languages that this interface is not offered in. */
const unusedLanguages =
  'ar,bg,cs,da,de,el,es,et,fi,fr,he,hr,hu,it,ja,ko,lt,lv,nb,nl,pl,pt,ro,ru,sk,sl,sr,sv,tr,uk,zh'
    .split(',')
    .filter((language) => !existsSync(new URL(`./lib/core/messages/${language}.json`, import.meta.url)))
    .join()

/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  typedRoutes: true,
  // Closes the address that resizes pictures: none is resized.
  images: { unoptimized: true },
  // For `forbidden()`: a page that a role may not see says so, and whom to ask.
  experimental: {
    authInterrupts: true,
    // Pages and handlers are loaded when they are first requested: a start that loads all takes longer and 30 MB more.
    preloadEntriesOnStart: false,
    // Fewer and larger scripts: 8 instead of 17 for a list, with as many bytes; ten pages in a row load 7 % more. Sizes in bytes before minification.
    turbopackChunking: {
      requestCost: 2_000_000,
      minChunkSize: 230_000,
      maxChunkCountPerGroup: 5,
      maxMergeChunkSize: 600_000,
    },
    // Nothing reads them, and they are a fifth of the build's time and most of its size.
    turbopackSourceMaps: process.env.NODE_ENV !== 'production',
  },
  // `npm run verify` checks the types; checking them again in every build only makes the first start slower.
  typescript: { ignoreBuildErrors: true },
  // Native and WebAssembly packages that must be loaded from node_modules, not bundled.
  serverExternalPackages: [
    '@electric-sql/pglite',
    '@node-rs/argon2',
    // Loaded only where traces are configured.
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace-base',
    'fs-native-extensions',
    'pg',
    'pg-boss',
    'pino',
    'prom-client',
  ],
  turbopack: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    rules: {
      [`**/react-{aria,stately}/dist/private/**/intl/**/{${unusedLanguages}}-*.mjs`]: {
        loaders: [fileURLToPath(new URL('./scripts/build/empty-language.cjs', import.meta.url))],
        as: '*.js',
      },
      '**/@internationalized/date/dist/private/createCalendar.mjs': {
        loaders: [fileURLToPath(new URL('./scripts/build/only-gregorian.cjs', import.meta.url))],
        as: '*.js',
      },
      '**/lib/{*/messages,core/i18n/payer}/*.json': {
        loaders: [fileURLToPath(new URL('./scripts/build/compile-messages.cjs', import.meta.url))],
        as: '*.js',
      },
    },
    resolveAlias: {
      'use-intl/format-message': 'use-intl/format-message/format-only',
      // The server's entry is the same parsers once more: browsers have those that come with the hooks.
      'nuqs/server': { browser: 'nuqs' },
    },
  },
  headers: async () => [
    { source: '/:path*', headers: securityHeaders },
    {
      // For browsers that do not know frame-ancestors: all but the payment widget's pages (lib/core/server/pages/proxy-request.ts).
      source: '/((?!sandbox/v2/checkout$|sandbox/payments/[^/]+(?:/challenge)?$).*)',
      headers: [{ key: 'X-Frame-Options', value: 'DENY' }],
    },
    // Links of earlier versions had the token in their path.
    { source: '/invitations/:token*', headers: [{ key: 'Referrer-Policy', value: 'no-referrer' }] },
  ],
}
