/** The state of the installation, for administrators, on our own API. */
import { z } from 'zod'
import { gatewayHealth } from '../core/shop'
import { backupOutcomes } from './backups'

const schemaVersion = z.object({
  schema: z.enum(['public', 'sandbox']),
  is_current: z.boolean(),
  last: z.iso.datetime(),
})

const queue = z.object({
  name: z.string(),
  /** Messages that are due. */
  waiting: z.int(),
  /** How long the first of them has waited. */
  lag_seconds: z.int(),
  active: z.int(),
  /** Within two days. */
  failed: z.int(),
})

const shop = z.object({
  id: z.string(),
  name: z.string(),
  /** `age_seconds`: null if it was never complete. */
  mirrors: z.array(
    z.object({ resource: z.string(), age_seconds: z.int().nullable(), is_failing: z.boolean() }),
  ),
  /** As this instance sees it. */
  gateway: gatewayHealth,
  /** Whether calls are refused, because a host does not answer. */
  is_gateway_refused: z.boolean(),
  notifications_waiting: z.int(),
})

const counted = z.object({ warnings: z.int(), errors: z.int() })

/** The replica (DATABASE_READ_URL) as this instance sees it. Null without a replica. */
const replica = z.object({
  state: z.enum(['current', 'behind', 'unreachable', 'failing', 'foreign']),
  /** How much of the primary's log it has not replayed; null: it does not answer. */
  behind_bytes: z.int().nullable(),
  /** Reads since the start that it answered, and that the primary answered instead. */
  answered: z.int(),
  passed_on: z.int(),
})

export const diagnosis = z.object({
  application: z.string(),
  node: z.string(),
  platform: z.string(),
  /** The parts that are not ready. Empty if all are. */
  missing: z.array(z.enum(['database', 'disk'])),
  database: z.object({
    kind: z.enum(['embedded', 'postgresql']),
    server: z.string(),
    bytes: z.int(),
    versions: z.array(schemaVersion),
    replica: replica.nullable(),
  }),
  queues: z.array(queue),
  shops: z.array(shop),
  backup: z.object({
    last_good_at: z.iso.datetime().nullable(),
    last_outcome: z.enum(backupOutcomes).nullable(),
    is_overdue: z.boolean(),
  }),
  /** The disk with the data folder. Null: the database is elsewhere. */
  disk: z.object({ free_bytes: z.int(), bytes: z.int() }).nullable(),
  /** The instance that answered. */
  instance: z.object({
    machine: z.string(),
    uptime_seconds: z.int(),
    memory_bytes: z.int(),
    heap_bytes: z.int(),
    event_loop_p99_ms: z.number(),
  }),
  /** Lines of the log of this instance. */
  logged: z.object({ last_hour: counted, since_start: counted }),
})
export type Diagnosis = z.output<typeof diagnosis>
