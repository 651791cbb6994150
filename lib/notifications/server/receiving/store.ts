import 'server-only'
import { v7 as uuidv7 } from 'uuid'
import { AppError } from '../../../core/server/errors'
import type { Engine } from '../../../db/engine'
import { metrics } from '../../../core/server/metrics/metrics'
import { groupCommit } from '../../../db/connection/group-commit'
import type { VerificationAnswer } from '../../schema'
import type { Verdict } from './authenticity'

export type Received = {
  shopId: string
  hook: 'notification' | 'verification'
  body: Buffer
  cardTokensSealed: Buffer | null
  hasCardNumber: boolean
  fingerprint: Buffer
  headers: Record<string, string>
  receivedAt: Date
  sourceAddress: string
  /** For verification requests. */
  answer: VerificationAnswer | null
} & Verdict

type Stored = { shopId: string; id: string; isRepeated: boolean }

/** Bytes of bodies stored at once. The database holds each more than once meanwhile. */
const maxBytes = 4 * 1024 * 1024

/** Deliveries of a notification whose time is recorded. Further ones are only counted. */
const maxDeliveries = 1000

/**
 * A notification to store. `place`: its position among those with its key, which become one row, because a statement
 * cannot touch a row twice.
 */
type Placed = Received & { at: number; key: string; place: number; count: number }

const keyOf = ({ shopId, authenticity, hook, fingerprint }: Received): string =>
  `${shopId} ${authenticity} ${hook} ${fingerprint.toString('hex')}`

/** Sorts by key, so that two processes never wait for each other's rows. */
function sortedByKey(rows: Received[]): Placed[] {
  const counts = new Map<string, number>()
  const placed = rows.map((row, at) => {
    const key = keyOf(row)
    const place = (counts.get(key) ?? 0) + 1
    counts.set(key, place)
    return { ...row, at, key, place, count: 0 }
  })
  for (const row of placed) row.count = counts.get(row.key) ?? 1
  return placed.sort((a, b) => (a.key === b.key ? a.place - b.place : a.key < b.key ? -1 : 1))
}

/** After this time, the gateway gets a 503, and sends again later. */
const withinMs = 10_000

/**
 * Stores notifications, many callers to one durable commit. The same body with the same evidence adds to its row's
 * count and to `notification_deliveries`. Different evidence makes another row. `probe` goes through the same commit
 * and stores nothing.
 */
export function notificationStore({ prepared }: Pick<Engine, 'prepared'>) {
  const queue = groupCommit<Received | null, Stored | null>(
    async (rows) => {
      const received = rows.filter((row) => row !== null)
      if (received.length === 0) await prepared('probe-storage', probing, [], withinMs)
      if (received.length > 0) metrics().commits.observe(received.length)
      const stored = received.length > 0 ? await storeAll(prepared, received) : []
      let next = 0
      return rows.map((row) => (row === null ? null : (stored[next++] ?? null)))
    },
    {
      sizeOf: (row) => (row === null ? 0 : row.body.length + (row.cardTokensSealed?.length ?? 0)),
      maxBytes,
      isRetriedAlone: (error) => isDataError(error) || isShopGone(error) || isDeadlock(error),
    },
  )
  return {
    /** @throws AppError `not_found` if the shop was deleted meanwhile */
    store: async (row: Received): Promise<Stored> => {
      const took = metrics().stored.startTimer()
      const stored = await queue(row).catch((error: unknown) => {
        throw isShopGone(error) ? new AppError('not_found', { cause: error }) : error
      })
      took()
      if (!stored) throw new Error('the database did not say where it stored a notification')
      return stored
    },
    probe: async (): Promise<void> => void (await queue(null)),
  }
}

async function storeAll(prepared: Engine['prepared'], rows: Received[]): Promise<(Stored | undefined)[]> {
  const placed = sortedByKey(rows)
  const stored = await prepared<{ n: number; id: string; is_repeated: boolean }>(
    'store-notifications',
    storing,
    valuesOf(placed),
    withinMs,
  )
  const results: (Stored | undefined)[] = rows.map(() => undefined)
  for (const { n, id, is_repeated: isRepeated } of stored) {
    const row = placed[n - 1]
    if (row) results[row.at] = { shopId: row.shopId, id, isRepeated }
  }
  return results
}

/** Writes to the database's log, so it must reach the disk before the answer. */
const probing = `SELECT pg_logical_emit_message(true, 'counterfoil', 'probe')`

const sqlStateOf = (error: unknown): string => String((error as { code?: unknown }).code)

/** Whether the data of one of the rows caused the error (SQLSTATE class 22). */
const isDataError = (error: unknown): boolean => sqlStateOf(error).startsWith('22')

/** Whether the shop of one of the rows does not exist (SQLSTATE 23503, a foreign key). */
const isShopGone = (error: unknown): boolean => sqlStateOf(error) === '23503'

/**
 * Whether others wait for each other's rows with these (SQLSTATE 40P01): notifications that come again are locked in the
 * order of their keys here, and of their IDs where they are processed. One row alone waits without holding another.
 */
const isDeadlock = (error: unknown): boolean => sqlStateOf(error) === '40P01'

/** The parameters of {@link storing} as arrays. Binary columns are concatenated, so that nothing is encoded as text. */
const valuesOf = (rows: Placed[]): unknown[] => [
  rows.map(({ shopId }) => shopId),
  rows.map(() => uuidv7()),
  rows.map(({ hook }) => hook),
  rows.map(({ receivedAt }) => receivedAt.toISOString()),
  rows.map(({ place }) => place),
  rows.map(({ count }) => count),
  rows.map(({ hasCardNumber }) => hasCardNumber),
  rows.map(({ headers }) => JSON.stringify(headers)),
  rows.map(({ signature }) => signature),
  rows.map(({ credentials }) => credentials),
  rows.map(({ network }) => network),
  rows.map(({ authenticity }) => authenticity),
  rows.map(({ sourceAddress }) => sourceAddress),
  rows.map(({ answer }) => (answer === null ? null : JSON.stringify(answer))),
  ...concatenated(rows.map(({ fingerprint }) => fingerprint)),
  ...concatenated(rows.map(({ body }) => body)),
  ...concatenated(rows.map(({ cardTokensSealed }) => cardTokensSealed)),
]

/** Concatenates binary values, with the start (from 1) and the length of each. Null has no start. */
function concatenated(
  pieces: (Buffer | null)[],
): [starts: (number | null)[], lengths: number[], all: Buffer] {
  let next = 1
  const starts = pieces.map((piece) => {
    const start = piece && next
    next += piece?.length ?? 0
    return start
  })
  return [
    starts,
    pieces.map((piece) => piece?.length ?? 0),
    Buffer.concat(pieces.filter((piece) => piece !== null)),
  ]
}

const storing = `
  WITH incoming AS MATERIALIZED (
    SELECT n, shop_id, id, hook, at::timestamptz AS at, place, count, has_card_number, headers::jsonb AS headers,
      signature, credentials, network, authenticity, source_address, answer::jsonb AS answer,
      substring($17::bytea FROM fingerprint FOR fingerprint_length) AS fingerprint,
      substring($20::bytea FROM body FOR body_length) AS body,
      substring($23::bytea FROM tokens FOR tokens_length) AS card_tokens_sealed
    FROM unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::int[], $6::int[], $7::bool[], $8::text[],
        $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[],
        $15::int[], $16::int[], $18::int[], $19::int[], $21::int[], $22::int[])
      WITH ORDINALITY AS given (shop_id, id, hook, at, place, count, has_card_number, headers,
        signature, credentials, network, authenticity, source_address, answer,
        fingerprint, fingerprint_length, body, body_length, tokens, tokens_length, n)
  ), stored AS (
    INSERT INTO notifications AS mine (shop_id, id, hook, received_at, last_received_at, delivery_count, body,
      card_tokens_sealed, has_card_number, fingerprint, headers, signature, credentials, network, authenticity,
      source_address, answer)
    SELECT shop_id, id, hook, at, at, count, body, card_tokens_sealed, has_card_number, fingerprint, headers,
      signature, credentials, network, authenticity, source_address, answer
    FROM incoming WHERE place = 1 ORDER BY n
    ON CONFLICT (shop_id, fingerprint, authenticity, hook) DO UPDATE
      SET delivery_count = mine.delivery_count + excluded.delivery_count, last_received_at = excluded.last_received_at
    RETURNING mine.shop_id, mine.fingerprint, mine.authenticity, mine.hook, mine.id AS stored_id,
      mine.delivery_count, xmax <> 0 AS repeated
  ), again AS (
    -- All but the first of each.
    INSERT INTO notification_deliveries (shop_id, notification_id, id, at, source_address, answer)
    SELECT shop_id, stored_id, id, at, source_address, answer
    FROM incoming JOIN stored USING (shop_id, fingerprint, authenticity, hook)
    WHERE (repeated OR place > 1) AND delivery_count <= ${maxDeliveries}
  )
  SELECT n::int, stored_id AS id, repeated AS is_repeated
  FROM incoming JOIN stored USING (shop_id, fingerprint, authenticity, hook)`
