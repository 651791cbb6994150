import 'server-only'
import { getTranslator } from '../../core/i18n/server'
import { everyPage, recordedCsv, recordedExport } from '../../core/server/lists/export-rows'
import type { Actor, ActorContext } from '../../core/server/context'
import { fileResponse } from '../../core/server/route/raw-route'
import type { ActivityExport, ActivityExportColumn } from '../export'
import type { ActivityEntry } from '../schema'
import { activityWords } from '../words'
import { whereFiltered, readPage, type Scope } from './list'

const batchRows = 1000

type Asked = Scope & { actor: Pick<Actor, 'userId' | 'email' | 'address'> }

/** The activity as a file to save. Its name has the shop and the day. */
export function activityFile(
  asked: Asked & Pick<ActorContext, 'log' | 'requireAccess'>,
  wanted: ActivityExport,
): Response {
  const day = new Date().toISOString().slice(0, 10)
  const { format } = wanted
  const file = {
    name: `activity-${asked.shop?.id ?? 'installation'}-${day}.${format}`,
    type: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
  }
  return fileResponse(asked, file, exportActivity(asked, wanted))
}

/** All entries of the list, in its order, as CSV or as a JSON list. Entries recorded meanwhile may be included. */
async function* exportActivity(
  scope: Asked,
  { query, format, ...csv }: ActivityExport,
): AsyncGenerator<string, void> {
  const { engine, shop, actor } = scope
  const context = { engine, shop, actor }
  const kind = { action: 'activity.exported', ...csv } as const
  const batches = await readAll(scope, query)
  if (format === 'json') yield* jsonText(recordedExport(context, kind, batches), csv.columns)
  else yield* recordedCsv(context, kind, batches, valuesOf)
}

async function readAll(scope: Scope, { sort, ...filters }: ActivityExport['query']) {
  const where = await whereFiltered(scope, filters)
  return everyPage((cursor) => readPage(scope, where, { sort, cursor, limit: batchRows }))
}

async function* jsonText(
  batches: AsyncIterable<ActivityEntry[]>,
  columns: readonly ActivityExportColumn[],
): AsyncGenerator<string, void> {
  let separator = '[\n'
  for await (const entries of batches) {
    if (entries.length === 0) continue
    const lines = entries.map((entry) => {
      const values = { ...valuesOf(entry), changes: { changes: entry.changes, facts: entry.facts } }
      return JSON.stringify(Object.fromEntries(columns.map((name) => [name, values[name]])))
    })
    yield separator + lines.join(',\n')
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

function valuesOf(entry: ActivityEntry): Record<ActivityExportColumn, string | null> {
  const { id, at, by, by_id, address, kind, object } = entry
  const { kindText, linesOf } = activityWords({
    t: getTranslator('activity'),
    may: getTranslator('people.roles.may'),
    product: getTranslator('products.label'),
  })
  return {
    id,
    at,
    by,
    by_id,
    address,
    kind,
    what: kindText(kind),
    object_kind: object?.kind ?? null,
    object: object?.name ?? null,
    object_id: object?.id ?? null,
    changes: saidOf(entry),
    changes_in_words: linesOf(entry)
      .map(({ name, text }) => (name ? `${name}: ${text}` : text))
      .join('; '),
  }
}

/** As codes, for programs. */
const saidOf = ({ changes, facts }: ActivityEntry): string =>
  [
    ...changes.map(({ field, from, to }) => `${field && `${field}: `}${from ?? '–'} → ${to ?? '–'}`),
    ...facts.map(({ name, value }) => `${name}: ${value}`),
  ].join('; ')
