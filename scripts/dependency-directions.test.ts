import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from './lib/root.mjs'

/** Each file holds one import or one element; the value says which rule must object, if any. */
const FILES: [path: string, source: string, objection: string | undefined][] = [
  ['components/products/a.tsx', `import '@/lib/server/products/list'`, 'dependency-directions'],
  ['components/products/b.tsx', `import '../../lib/sandbox/rules'`, 'dependency-directions'],
  ['components/products/c.tsx', `import type { X } from '@/lib/db/pool'`, 'dependency-directions'],
  ['components/products/d.tsx', `export const load = () => import('@/app/page')`, 'dependency-directions'],
  ['components/products/e.tsx', `export * from '@/components/notifications/table'`, 'dependency-directions'],
  ['components/not-yet-written/f.tsx', `import '../products/table'`, 'dependency-directions'],
  ['components/data-table/g.tsx', `import '@/components/products/table'`, 'dependency-directions'],
  ['components/ui/h.tsx', `import '@/lib/format/money'`, 'dependency-directions'],
  ['components/ui/i.tsx', `import '../form/field'`, 'dependency-directions'],
  ['lib/gateway/j.ts', `import '@/lib/contracts/list'`, 'dependency-directions'],
  ['lib/contracts/k.ts', `import '../server/config'`, 'dependency-directions'],
  ['lib/format/l.ts', `import '@/components/ui/button'`, 'dependency-directions'],
  ['lib/queries/m.ts', `import '@/lib/server/products/list'`, 'dependency-directions'],
  ['lib/server/products/n.ts', `import '@/lib/sandbox/rules'`, 'dependency-directions'],
  ['lib/sandbox/payer/o.ts', `import '../../server/config'`, 'dependency-directions'],
  ['lib/db/p.ts', `export { x } from '../server/config'`, 'dependency-directions'],
  ['lib/http.ts', `import '@/lib/server/config'`, 'dependency-directions'],
  ['app/q/page.tsx', `import '@/lib/db/pool'`, 'dependency-directions'],
  ['e2e/r.ts', `import '../lib/server/config'`, 'dependency-directions'],
  ['components/products/s.tsx', `export const x = <p className="dark:bg-zinc-500" />`, 'no-raw-colours'],
  ['app/t/page.tsx', `export const x = <path fill="#1a2b3c" />`, 'no-raw-colours'],
  ['app/u/page.tsx', 'export const x = <p className={`w-1 text-[#fff]`} />', 'no-raw-colours'],
  [
    'lib/server/products/sub.ts',
    "import { products } from '../tables/products'; export const x = sql`EXISTS (SELECT 1 FROM tasks t WHERE t.shop_id = ${products.shopId})`",
    'qualified-sub-queries',
  ],
  [
    'lib/server/products/generic.ts',
    'export const x = (table) => sql<string>`coalesce((SELECT max(at) FROM t WHERE t.id = ${table.id}), now())`',
    'qualified-sub-queries',
  ],
  [
    'lib/server/products/other.ts',
    "import { products } from '../tables/products'; const other = alias(products, 'other'); export const x = sql`(SELECT 1 FROM t WHERE id = ${other.id})`",
    'qualified-sub-queries',
  ],
  [
    'lib/server/products/qualified.ts',
    "import { products } from '../tables/products'; export const x = sql`EXISTS (SELECT 1 FROM tasks t WHERE t.shop_id = ${qualified(products.shopId)} AND t.id = ${task.id})`",
    undefined,
  ],
  [
    'lib/server/products/statement.ts',
    "import { products } from '../tables/products'; export const x = sql`SELECT 1 FROM products WHERE ${products.shopId} = '1'`",
    undefined,
  ],

  ['components/products/v.tsx', `import '../form/field'; import '@/lib/queries/products'`, undefined],
  ['components/products/w.tsx', `import './table'; import '@/components/products/x'`, undefined],
  ['components/ui/x.tsx', `import './button'; import 'react'`, undefined],
  ['lib/contracts/y.ts', `import '@/lib/gateway/product'`, undefined],
  ['lib/server/products/z.ts', `import '../../db/pool'; import '@/lib/contracts/list'`, undefined],
  ['scripts/bench/z.ts', `import '../../lib/server/config'`, 'dependency-directions'],
  ['scripts/bench/z.bench.ts', `import '../../lib/server/products/list'`, undefined],
  ['lib/server/products/z.test.ts', `import '@/lib/sandbox/rules'`, undefined],
  ['app/z/page.tsx', `import '@/lib/server/products/list'; import '@/components/products/table'`, undefined],
  ['app/start.ts', `import '@/lib/db/pool'`, undefined],
  ['instrumentation.ts', `import '@/lib/server/start'; import './lib/sandbox/start'`, undefined],
  [
    'components/products/links.tsx',
    `export const x = <a href="#add" className="bg-surface">#12</a>`,
    undefined,
  ],
]

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-lint-'))
let objections: Map<string, string[]>

// The real configuration on a made-up project, so that nothing is ever written among the sources.
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

/** What the project's own rules object to, by file. */
function lint() {
  const oxlint = [join(root, 'node_modules/oxlint/bin/oxlint'), '--format=json']
  let output: string
  try {
    output = execFileSync(process.execPath, oxlint, { cwd: folder, encoding: 'utf8' })
  } catch (error) {
    output = (error as { stdout: string }).stdout // Objections make the exit code 1.
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
