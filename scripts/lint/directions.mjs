/**
 * Defines which part of the application may import which. Lint checks it (plugin.mjs). A part may import only the parts
 * in its row. A new folder of components/ or lib/ counts as a feature.
 */
import { posix } from 'node:path'

/** Folders of components/ shared by several features. Every other folder there is a feature. */
const SHARED = [
  'chart',
  'counterfoil',
  'data-table',
  'dialogs',
  'form',
  'frame',
  'import',
  'link-by-hand',
  'list',
  'mirror',
  'money',
  'payment-links',
  'payment-status',
  'product-values',
  'reach',
  'sending',
  'session',
  'settings',
  'time',
  'travel',
]

/** Folders of lib/ that are not features. */
const LIBRARIES = [
  'chain',
  'core',
  'db',
  'diagnosis',
  'door',
  'gateway',
  'keys',
  'pages',
  'sandbox',
  'start',
  'testing',
]

/** Subfolders of a library with a rule of their own. */
const ROOMS = ['core/client', 'core/server', 'db/embedded', 'gateway/client']

/**
 * For the server part of a feature: which features' server parts it may import. Notifications import many, because they
 * change the records that they are about; customers do, because records of other features name them. Give a reason for
 * a new pair. SQL may use the tables of any feature.
 * @type {Record<string, string[]>}
 */
const MEETS = {
  'card-tokens': ['customers', 'notifications', 'shops'],
  checkouts: ['card-tokens', 'customers', 'jobs', 'notifications', 'payments', 'shops'],
  customers: ['card-tokens', 'checkouts', 'jobs', 'notifications', 'payments'],
  forwarding: ['alerts', 'notifications'],
  notifications: [
    'alerts',
    'card-tokens',
    'checkouts',
    'customers',
    'forwarding',
    'payments',
    'products',
    'shops',
  ],
  overview: ['checkouts', 'payments', 'shops'],
  // Payments are found by the text of their notifications.
  payments: ['alerts', 'checkouts', 'customers', 'jobs', 'notifications', 'products', 'shops'],
  products: ['jobs', 'payments'],
  shops: ['checkouts', 'notifications', 'products'],
}

const DESCRIPTIONS = ['schema', 'core', 'gateway']
const SERVER = ['server', 'tables', 'core/server', 'gateway/client']

/** @type {Record<string, { may: string[], why: string }>} */
const DIRECTIONS = {
  ui: { may: ['ui'], why: 'components/ui is the design system and imports nothing of ours' },
  shared: {
    may: ['ui', 'shared', 'client', 'core/client', ...DESCRIPTIONS],
    why: 'shared components know neither features nor the server; pass the data in, or ask through lib/<feature>/client',
  },
  feature: {
    may: ['ui', 'shared', 'own feature', 'client', 'core/client', ...DESCRIPTIONS],
    why: 'a feature imports no other feature, no page and no server code; what two features share moves to a shared folder (scripts/lint/directions.mjs lists them), data comes through lib/<feature>/client',
  },
  door: { may: ['door'], why: 'the front door is plain Node and rests on nothing of ours' },
  chain: {
    may: ['chain'],
    why: 'lib/chain is plain Node, for the server and for scripts, and rests on nothing of ours',
  },
  diagnosis: {
    may: ['diagnosis'],
    why: 'lib/diagnosis is plain Node, for the server and for scripts, and rests on nothing of ours',
  },
  keys: {
    may: ['keys'],
    why: 'lib/keys is plain Node, for the server and for scripts, and rests on nothing of ours',
  },
  gateway: {
    may: ['gateway'],
    why: 'lib/gateway describes the remote interface and rests on nothing of ours',
  },
  'gateway/client': {
    may: ['gateway/client', 'gateway', 'core', 'core/server', 'db'],
    why: 'lib/gateway/client makes the calls and knows no feature',
  },
  core: {
    may: ['core', 'gateway', 'messages'],
    why: 'lib/core stands under the features and knows none but their messages',
  },
  messages: { may: [], why: 'messages are data' },
  'core/client': {
    may: ['core/client', 'core', 'gateway'],
    why: 'lib/core/client stands under the features and runs in the browser',
  },
  'core/server': {
    may: ['core/server', 'core', 'chain', 'gateway', 'gateway/client', 'keys', 'db'],
    why: 'lib/core/server stands under the features and knows none',
  },
  'db/embedded': { may: ['db/embedded', 'db'], why: 'lib/db/embedded is a part of lib/db' },
  db: {
    may: ['db', 'db/embedded', 'keys'],
    why: 'lib/db is the engine under everything else on the server and knows none of it',
  },
  schema: {
    may: DESCRIPTIONS,
    why: 'what describes a feature runs in the browser and on the server alike',
  },
  client: {
    may: ['client', 'core/client', ...DESCRIPTIONS],
    why: 'client files run in the browser: they ask the route handlers, never the verbs',
  },
  server: {
    may: ['own server', 'tables', 'core/server', 'gateway/client', 'db', ...DESCRIPTIONS],
    why: 'the server part of a feature asks those named in MEETS (scripts/lint/directions.mjs), and knows no sandbox, page, component or client',
  },
  tables: { may: ['tables', 'core/server', ...DESCRIPTIONS], why: 'tables know only tables' },
  sandbox: {
    may: ['sandbox', 'db', 'core', 'gateway'],
    why: 'lib/sandbox and the features meet only over HTTP',
  },
  'payer pages': {
    may: ['payer pages', 'ui', 'shared', 'core/client', 'sandbox', ...DESCRIPTIONS],
    why: 'components/sandbox draws the pages that payers see, from what lib/sandbox answers, and knows no feature',
  },
  pages: {
    may: ['pages', 'ui', 'shared', 'core/client', 'core/server', ...DESCRIPTIONS],
    why: 'lib/pages is what pages of app/ share, and knows no feature',
  },
  app: {
    may: [
      'app',
      'pages',
      'payer pages',
      'ui',
      'shared',
      'feature',
      'client',
      'core/client',
      ...SERVER,
      'sandbox',
      'start',
      ...DESCRIPTIONS,
    ],
    why: 'routes reach the database through the verbs of the features and of lib/sandbox',
  },
  start: {
    may: ['start', ...SERVER, 'sandbox', 'diagnosis', 'keys', 'db', ...DESCRIPTIONS],
    why: 'start-up (instrumentation.ts, lib/start) and proxy.ts put the server together and know no page or component',
  },
  tools: {
    may: ['tools', 'door', 'chain', 'diagnosis', 'keys', 'db/embedded', ...DESCRIPTIONS],
    why: 'only app, instrumentation.ts and proxy.ts import the server; scripts and browser tests talk HTTP, or open the database of a stopped application',
  },
}

/**
 * Returns the part of a file, and for features their folder.
 * @param {string} path relative to the root, with forward slashes
 */
function partOf(path) {
  const [top = '', second = '', third] = path.split('/')
  if (top === 'components') return componentPart(second, third !== undefined)
  if (top === 'lib') return libraryPart(path)
  if (/^(instrumentation|proxy)(\.\w+)?$/.test(path)) return { part: 'start', folder: '' }
  if (top === 'app') return { part: 'app', folder: '' }
  return { part: 'tools', folder: '' }
}

/** @param {string} path */
function libraryPart(path) {
  const [, folder = '', room = '', file = ''] = path.split('/')
  if (room === 'messages') return { part: 'messages', folder: '' }
  if (LIBRARIES.includes(folder)) {
    const part = `${folder}/${room}`
    return { part: ROOMS.includes(part) ? part : folder, folder: '' }
  }
  if (room === 'server') return { part: /^tables(\.ts)?$/.test(file) ? 'tables' : 'server', folder }
  return { part: /(^|-)client(\.ts)?$/.test(room) ? 'client' : 'schema', folder }
}

/**
 * @param {string} folder
 * @param {boolean} isInFolder false for `components/x.tsx` and `@/components/x`
 */
function componentPart(folder, isInFolder) {
  if (folder === 'ui') return { part: 'ui', folder }
  if (folder === 'sandbox') return { part: 'payer pages', folder }
  const isShared = SHARED.includes(folder) || !isInFolder
  return { part: isShared ? 'shared' : 'feature', folder }
}

/**
 * Returns the target of an import, relative to the root, or undefined for a package.
 * @param {string} from
 * @param {string} specifier
 */
function resolve(from, specifier) {
  if (specifier.startsWith('@/')) return posix.normalize(specifier.slice(2))
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  return undefined
}

/**
 * Returns whether the file is a test, test support (testing.ts) or a benchmark. These may import anything: a test of the
 * server may need the sandbox, and a benchmark measures inner functions.
 * @param {string} path
 */
function isTest(path) {
  return /\.(test|bench)\.[cm]?[jt]sx?$/.test(path) || /(^|\/)testing(-[\w-]+)?(\.ts$|\/)/.test(path)
}

/**
 * Returns why this import is forbidden, or undefined if it is allowed.
 * @param {string} from the importing file, relative to the root, with forward slashes
 * @param {string} specifier the text between the quotes
 */
export function wrongDirection(from, specifier) {
  const target = resolve(from, specifier)
  if (target === undefined || isTest(from)) return undefined
  const source = partOf(from)
  const goal = partOf(target)
  // Everything may import what is outside app, components and lib, such as package.json or a script.
  if (goal.part === 'tools') return undefined
  const direction = DIRECTIONS[source.part]
  if (!direction || isOwn(source, goal) || direction.may.includes(goal.part)) return undefined
  return `${from} must not import ${target}: ${direction.why}.`
}

/** @typedef {ReturnType<typeof partOf>} Part */

/**
 * Returns whether both belong to one feature, or MEETS allows the server part of one to import the other's.
 * @param {Part} source
 * @param {Part} goal
 */
function isOwn(source, goal) {
  if (source.part !== goal.part || (source.part !== 'feature' && source.part !== 'server')) return false
  if (source.folder === goal.folder) return true
  return source.part === 'server' && (MEETS[source.folder] ?? []).includes(goal.folder)
}
