/** Notes the statements that verbs run, and asks PostgreSQL how it would run them. */
import pg from 'pg'

type Statement = { text: string; values: unknown[]; settings: string[] }
type Node = { 'Node Type': string; 'Relation Name'?: string; 'Plan Rows': number; Plans?: Node[] }
/** `share`: the share of its rows that PostgreSQL expects to read before a limit ends it. */
export type Step = { kind: string; table: string | null; share: number }

/** Notes every statement of this process from now on. Call it before a connection is opened. */
export function noteStatements() {
  let noted: Statement[] = []
  /** `SET LOCAL` applies until the end of the transaction. */
  const settings = new WeakMap<object, string[]>()
  const proto = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
  const { query } = proto
  proto.query = function noting(this: object, ...args: unknown[]) {
    const [first, second] = args as [string | { text?: string; values?: unknown[] }, unknown]
    const text = typeof first === 'string' ? first : first.text
    const given = typeof first === 'string' ? second : (first.values ?? second)
    if (text) note(this, text, Array.isArray(given) ? given : [])
    return query.apply(this, args)
  }
  function note(client: object, text: string, values: unknown[]): void {
    if (/^\s*(begin|commit|rollback)/i.test(text)) settings.delete(client)
    else if (/^\s*set local/i.test(text)) settings.set(client, [...(settings.get(client) ?? []), text])
    else if (/^\s*(select|with)/i.test(text))
      noted.push({ text, values, settings: settings.get(client) ?? [] })
  }
  return {
    /** The statements since the last call. */
    take: () => {
      const all = noted
      noted = []
      return all
    },
  }
}

/** The nodes of a statement's plan. */
export async function planOf(client: pg.Client, { text, values, settings }: Statement): Promise<Step[]> {
  await client.query('BEGIN')
  try {
    for (const setting of settings) await client.query(setting)
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>({
      text: `EXPLAIN (FORMAT JSON) ${text}`,
      values,
    })
    const [plan] = rows[0]?.['QUERY PLAN'] ?? []
    return plan ? stepsOf(plan.Plan, 1) : []
  } finally {
    await client.query('ROLLBACK')
  }
}

/** Reads all its rows before it gives the first. */
const isBlocking = (kind: string) => /Sort|Aggregate|Hash|Materialize|Gather Merge/.test(kind)

function stepsOf(node: Node, share: number): Step[] {
  const kind = node['Node Type']
  const below = node.Plans ?? []
  const limited = (child: Node) =>
    kind === 'Limit' ? Math.min(1, node['Plan Rows'] / Math.max(1, child['Plan Rows'])) : share
  return [
    { kind, table: node['Relation Name'] ?? null, share },
    ...below.flatMap((child) => stepsOf(child, isBlocking(kind) ? 1 : limited(child))),
  ]
}
