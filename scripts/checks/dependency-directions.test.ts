import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../lib/root.mjs'

/** Each file has one import or one element, and the rule that must report it, if any. */
const FILES: [path: string, source: string, objection: string | undefined][] = [
  ['components/products/a.tsx', `import '@/lib/products/server/listing/list'`, 'dependency-directions'],
  ['components/products/b.tsx', `import '../../lib/sandbox/rules'`, 'dependency-directions'],
  ['components/products/c.tsx', `import type { X } from '@/lib/db/connection/pool'`, 'dependency-directions'],
  ['components/products/d.tsx', `export const load = () => import('@/app/page')`, 'dependency-directions'],
  ['components/products/e.tsx', `export * from '@/components/notifications/table'`, 'dependency-directions'],
  ['components/not-yet-written/f.tsx', `import '../products/table'`, 'dependency-directions'],
  ['components/data-table/g.tsx', `import '@/components/products/table'`, 'dependency-directions'],
  ['components/ui/h.tsx', `import '@/lib/core/format/money'`, 'dependency-directions'],
  ['components/ui/i.tsx', `import '../form/field'`, 'dependency-directions'],
  ['lib/gateway/j.ts', `import '@/lib/core/lists/list'`, 'dependency-directions'],
  ['lib/gateway/client/j.ts', `import '@/lib/products/schema'`, 'dependency-directions'],
  ['lib/products/k.ts', `import '../core/server/config'`, 'dependency-directions'],
  ['lib/products/k2.ts', `import './server/list'`, 'dependency-directions'],
  ['lib/products/k3.ts', `import './client'`, 'dependency-directions'],
  ['lib/core/format/l.ts', `import '@/components/ui/button'`, 'dependency-directions'],
  ['lib/core/l.ts', `import '../products/schema'`, 'dependency-directions'],
  ['lib/products/l.ts', `import './messages/en.json'`, 'dependency-directions'],
  ['lib/core/server/l.ts', `import '../../products/server/list'`, 'dependency-directions'],
  ['lib/products/client.ts', `import '@/lib/products/server/listing/list'`, 'dependency-directions'],
  ['lib/products/changes-client.ts', `import './server/list'`, 'dependency-directions'],
  ['lib/products/server/n.ts', `import '@/lib/sandbox/rules'`, 'dependency-directions'],
  ['lib/products/server/n2.ts', `import '../../customers/server/list'`, 'dependency-directions'],
  ['lib/products/server/tables.ts', `import './list'`, 'dependency-directions'],
  ['lib/sandbox/payer/o.ts', `import '../../core/server/config'`, 'dependency-directions'],
  ['lib/db/p.ts', `export { x } from '../core/server/config'`, 'dependency-directions'],
  ['lib/core/api/http.ts', `import '@/lib/core/server/config/config'`, 'dependency-directions'],
  ['app/q/page.tsx', `import '@/lib/db/connection/pool'`, 'dependency-directions'],
  ['e2e/r.ts', `import '../lib/core/server/config/config'`, 'dependency-directions'],
  ['components/products/r.tsx', `export const x = <p className="flex md:-ml-1" />`, 'no-physical-sides'],
  ['app/r/page.tsx', 'export const x = <p className={`text-right ${1}`} />', 'no-physical-sides'],
  ['components/ui/r.ts', `export const look = 'border-l-2 ps-1'`, 'no-physical-sides'],
  [
    'components/ui/logical.tsx',
    `export const x = <p className="ms-1 end-0 text-start left-over" />`,
    undefined,
  ],
  ['components/sandbox/q.tsx', `import '@/components/products/table'`, 'dependency-directions'],
  ['lib/pages/q.ts', `import '@/lib/products/server/list'`, 'dependency-directions'],
  ['app/q/parts.tsx', `export const x = 1`, 'routes-only'],
  ['components/products/s.tsx', `export const x = <p className="dark:bg-zinc-500" />`, 'no-raw-colours'],
  ['app/t/page.tsx', `export const x = <path fill="#1a2b3c" />`, 'no-raw-colours'],
  ['app/u/page.tsx', 'export const x = <p className={`w-1 text-[#fff]`} />', 'no-raw-colours'],
  [
    'lib/products/server/sub.ts',
    "import { products } from './tables'; export const x = sql`EXISTS (SELECT 1 FROM tasks t WHERE t.shop_id = ${products.shopId})`",
    'qualified-sub-queries',
  ],
  [
    'lib/products/server/generic.ts',
    'export const x = (table) => sql<string>`coalesce((SELECT max(at) FROM t WHERE t.id = ${table.id}), now())`',
    'qualified-sub-queries',
  ],
  [
    'lib/products/server/other.ts',
    "import { products } from './tables'; const other = alias(products, 'other'); export const x = sql`(SELECT 1 FROM t WHERE id = ${other.id})`",
    'qualified-sub-queries',
  ],
  [
    'lib/products/server/qualified.ts',
    "import { products } from './tables'; export const x = sql`EXISTS (SELECT 1 FROM tasks t WHERE t.shop_id = ${qualified(products.shopId)} AND t.id = ${job.id})`",
    undefined,
  ],
  [
    'lib/products/server/statement.ts',
    "import { products } from './tables'; export const x = sql`SELECT 1 FROM products WHERE ${products.shopId} = '1'`",
    undefined,
  ],

  ['lib/products/b1.ts', `export const open = 1 < 2`, 'boolean-names'],
  ['lib/products/b2.ts', `export let open = false`, 'boolean-names'],
  ['lib/products/b3.ts', `export const f = (open: boolean | undefined) => open`, 'boolean-names'],
  ['lib/products/b4.ts', `export function f(open = true) { return open }`, 'boolean-names'],
  ['lib/products/b5.ts', `export type T = { open?: boolean }`, 'boolean-names'],
  ['lib/products/b6.ts', `export const isKnown = new Set<string>()`, 'boolean-names'],
  ['lib/products/b7.ts', `export const isLate = 'at < now()'`, 'boolean-names'],
  [
    'lib/products/b8.tsx',
    `export const useX = () => { const isOpen = useRef(false); return isOpen }`,
    'boolean-names',
  ],
  [
    'lib/products/b9.ts',
    `export type T = { isOpen: boolean; has_open: boolean; mayOpen?: boolean; test: boolean; open: string }
export const isOpen = (text: string) => text === ''
export const useX = (canOpen: boolean, _open: boolean) => { const isOpenRef = useRef(canOpen); return isOpenRef }
export const [open, size] = [1 < 2, 3]
export const total = size + 1
export const hasAny = open || canOpenAny()`,
    undefined,
  ],
  ['components/products/v.tsx', `import '../form/field'; import '@/lib/products/client'`, undefined],
  ['components/products/w.tsx', `import './table'; import '@/components/products/x'`, undefined],
  ['components/sandbox/x.tsx', `import '@/lib/sandbox/price'; import '../form/field'`, undefined],
  ['lib/pages/x.tsx', `import '@/lib/core/server/errors'; import '@/components/ui/card'`, undefined],
  ['components/ui/x.tsx', `import './button'; import 'react'`, undefined],
  ['lib/core/i18n/y.ts', `import '@/lib/products/messages/en.json'`, undefined],
  ['lib/products/y.ts', `import '@/lib/gateway/products/product'; import '../core/list'`, undefined],
  ['lib/customers/server/y.ts', `import '../../payments/server/read'; import '../schema'`, undefined],
  ['lib/products/server/y.ts', `import '../../customers/server/tables'`, undefined],
  [
    'lib/products/server/z.ts',
    `import '../../db/pool'; import '@/lib/core/lists/list'; import './list'`,
    undefined,
  ],
  ['scripts/bench/z.ts', `import '../../lib/core/server/config'`, 'dependency-directions'],
  ['scripts/bench/z.bench.ts', `import '../../lib/products/server/list'`, undefined],
  ['lib/products/server/z.test.ts', `import '@/lib/sandbox/rules'`, undefined],
  [
    'app/z/page.tsx',
    `import '@/lib/products/server/listing/list'; import '@/components/products/table'`,
    undefined,
  ],
  ['lib/start/application.ts', `import '@/lib/db/connection/pool'`, undefined],
  ['instrumentation.ts', `import '@/lib/start/application'; import './lib/sandbox/start'`, undefined],
  [
    'components/products/links.tsx',
    `export const x = <a href="#add" className="bg-surface">#12</a>`,
    undefined,
  ],
]

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-lint-'))
let objections: Map<string, string[]>

// Uses the real configuration on a temporary project, so that no file is written into the sources.
beforeAll(() => {
  for (const [path, source] of FILES) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), `${source}\n`)
  }
  cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  cpSync(join(root, 'scripts/lint'), join(folder, 'scripts/lint'), { recursive: true })
  objections = lint()
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns the reports of the project's own rules, by file. */
function lint() {
  const oxlint = [join(root, 'node_modules/oxlint/bin/oxlint'), '--format=json']
  let output: string
  try {
    output = execFileSync(process.execPath, oxlint, { cwd: folder, encoding: 'utf8' })
  } catch (error) {
    output = (error as { stdout: string }).stdout // Reports make the exit code 1.
  }
  const found = new Map<string, string[]>()
  const { diagnostics } = JSON.parse(output) as { diagnostics: { code: string; filename: string }[] }
  for (const { code, filename } of diagnostics) {
    const rule = /^counterfoil\((.+)\)$/.exec(code)?.[1]
    if (rule) found.set(filename, [...(found.get(filename) ?? []), rule])
  }
  return found
}

describe('the rules of scripts/lint', () => {
  it.each(FILES)('%s: %s', (path, _source, objection) => {
    expect(objections.get(path) ?? []).toEqual(objection === undefined ? [] : [objection])
  })
})
