/**
 * Which part of the application may import which: the table behind docs and lint alike. A part that is not
 * named in a row's `may` is forbidden, so a new folder starts out isolated instead of unguarded.
 */
import { posix } from 'node:path'

/** Folders of components/ that several features share. Every other folder there is a feature of its own. */
const SHARED = [
  'chart',
  'counterfoil',
  'csv-export',
  'data-table',
  'form',
  'frame',
  'import',
  'list-tools',
  'mirror',
  'money',
  'payment-links',
  'payment-status',
  'product-values',
  'reach',
  'sending',
  'session',
  'time',
  'travel',
]

/** Folders of lib/ with a rule of their own. The rest of lib/ (http.ts, i18n, …) are helpers. */
const LIBRARIES = ['door', 'gateway', 'contracts', 'format', 'queries', 'server', 'sandbox', 'db']

const ISOMORPHIC = ['helpers', 'format', 'contracts', 'gateway']

/** @type {Record<string, { may: string[], why: string }>} */
const DIRECTIONS = {
  ui: { may: ['ui'], why: 'components/ui is the design system and imports nothing of ours' },
  shared: {
    may: ['ui', 'shared', 'queries', ...ISOMORPHIC],
    why: 'shared components know neither features nor the server; pass the data in, or ask through lib/queries',
  },
  feature: {
    may: ['ui', 'shared', 'own feature', 'queries', ...ISOMORPHIC],
    why: 'a feature imports no other feature, no page and no server code; what two features share moves to a shared folder (scripts/lint/directions.mjs lists them), data comes through lib/queries',
  },
  door: { may: ['door'], why: 'the front door is plain Node and rests on nothing of ours' },
  gateway: {
    may: ['gateway'],
    why: 'lib/gateway describes the remote interface and rests on nothing of ours',
  },
  format: { may: ISOMORPHIC, why: 'lib/format runs in the browser and on the server alike' },
  contracts: { may: ISOMORPHIC, why: 'lib/contracts runs in the browser and on the server alike' },
  helpers: {
    may: ISOMORPHIC,
    why: 'what lies directly in lib/ runs in the browser and on the server alike',
  },
  queries: {
    may: ['queries', ...ISOMORPHIC],
    why: 'lib/queries runs in the browser: it asks the route handlers, never the verbs',
  },
  db: {
    may: ['db', ...ISOMORPHIC],
    why: 'lib/db is the engine under lib/server and lib/sandbox and knows neither',
  },
  server: {
    may: ['server', 'db', ...ISOMORPHIC],
    why: 'lib/server and lib/sandbox meet only over HTTP, and lib/server knows no page, component or browser query',
  },
  sandbox: {
    may: ['sandbox', 'db', ...ISOMORPHIC],
    why: 'lib/sandbox and lib/server meet only over HTTP, and lib/sandbox knows no page, component or browser query',
  },
  app: {
    may: ['app', 'ui', 'shared', 'feature', 'queries', 'server', 'sandbox', ...ISOMORPHIC],
    why: 'routes reach the database through the verbs of lib/server and lib/sandbox',
  },
  start: {
    may: ['start', 'server', 'sandbox', 'db', ...ISOMORPHIC],
    why: 'start-up (instrumentation.ts, app/start.ts) and proxy.ts put the server together and know no page or component',
  },
  tools: {
    may: ['tools', 'door', ...ISOMORPHIC],
    why: 'only app, instrumentation.ts and proxy.ts import the server; scripts and browser tests talk HTTP',
  },
}

/**
 * The part a file belongs to, and for features their folder.
 * @param {string} path relative to the root, with forward slashes
 */
function partOf(path) {
  const [top = '', second = '', third] = path.split('/')
  if (top === 'components') return componentPart(second, third !== undefined)
  if (top === 'lib') return { part: LIBRARIES.includes(second) ? second : 'helpers', folder: '' }
  if (/^(instrumentation|proxy|app\/start)(\.\w+)?$/.test(path)) return { part: 'start', folder: '' }
  if (top === 'app') return { part: 'app', folder: '' }
  return { part: 'tools', folder: '' }
}

/**
 * @param {string} folder
 * @param {boolean} inFolder false for `components/x.tsx` and for `@/components/x`
 */
function componentPart(folder, inFolder) {
  if (folder === 'ui') return { part: 'ui', folder }
  const shared = SHARED.includes(folder) || !inFolder
  return { part: shared ? 'shared' : 'feature', folder }
}

/**
 * Where an import leads, relative to the root; undefined for a package.
 * @param {string} from
 * @param {string} specifier
 */
function resolve(from, specifier) {
  if (specifier.startsWith('@/')) return posix.normalize(specifier.slice(2))
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  return undefined
}

/**
 * Tests, and the testing.ts that serves them, may set any stage they need, for example the sandbox under a test of
 * the server. So may benches: what a client adds to a call can only be measured from within.
 * @param {string} path
 */
function isTest(path) {
  return /\.(test|bench)\.[cm]?[jt]sx?$/.test(path) || /(^|\/)testing(\.ts$|\/)/.test(path)
}

/**
 * Why this import goes against the direction of dependencies; undefined when it does not.
 * @param {string} from the importing file, relative to the root, with forward slashes
 * @param {string} specifier what stands between the quotes
 */
export function wrongDirection(from, specifier) {
  const target = resolve(from, specifier)
  if (target === undefined || isTest(from)) return undefined
  const source = partOf(from)
  const goal = partOf(target)
  // Files outside the application (package.json, public/…) bring no dependency with them.
  if (goal.part === 'tools') return undefined
  const direction = DIRECTIONS[source.part]
  const own = source.part === 'feature' && goal.part === 'feature' && source.folder === goal.folder
  if (!direction || own || direction.may.includes(goal.part)) return undefined
  return `${from} must not import ${target}: ${direction.why}.`
}
