import { z } from 'zod'
import { listPage, listQuery } from '../core/lists/list'
import { isLine } from '../gateway/values/schemas'
import { isStorable } from '../gateway/values/storable'
import { authenticityGrades, notificationKinds } from '../notifications/schema'
import { disabledReasons, endpointStates, messageStates, testChoices } from './state'
import { messageList } from './filters'
import { urlOf } from '../gateway/values/url'

const invalidChoice = { error: 'invalid_choice' }
const word = z.string().trim().min(1, 'blank').max(100, 'too_long').refine(isStorable, 'invalid')
const chosen = <Choice extends z.ZodType>(choice: Choice) => z.array(choice, 'not_a_list').max(50)

/** Statuses and types are the gateway's words, compared without regard to case. An empty list means all. */
const forwardingFilters = z.strictObject({
  kinds: chosen(z.enum(notificationKinds, invalidChoice)).min(1, 'required'),
  statuses: chosen(word),
  types: chosen(word),
  /** `unverified` means quarantined: anyone could have sent it. */
  grades: chosen(z.enum(authenticityGrades, invalidChoice)).min(1, 'required'),
  /** True: only test payments. False: none. Null: both. */
  test: z.boolean({ error: 'not_a_boolean' }).nullable(),
})
export type ForwardingFilters = z.output<typeof forwardingFilters>

/** Everything with evidence, except verification requests, which only Counterfoil answers. */
export const defaultFilters: ForwardingFilters = {
  kinds: ['transaction', 'expired_checkout', 'unknown', 'unreadable'],
  statuses: [],
  types: [],
  grades: ['network', 'credentials', 'signature'],
  test: null,
}

/** An address to post to. The server also refuses plain HTTP and closed networks (`refuseAddress`). */
const address = z
  .string({ error: 'required' })
  .trim()
  .min(1, 'required')
  .max(2000, 'too_long')
  .refine((text) => text === '' || isAddress(text), 'invalid_url')

function isAddress(text: string): boolean {
  const url = urlOf(text)
  if (!url || !isStorable(text)) return false
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

const fields = {
  /** One line, because mails about alerts contain it. */
  name: z
    .string({ error: 'required' })
    .trim()
    .min(1, 'blank')
    .max(100, 'too_long')
    .refine(isLine, 'not_a_line'),
  url: address,
  filters: forwardingFilters,
}

export const endpointCreate = z.strictObject(fields).partial({ filters: true })
export type EndpointCreate = z.output<typeof endpointCreate>

const splitWords = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)

const words = z
  .string()
  .transform(splitWords)
  .refine((all) => all.length <= 50 && all.every((one) => word.safeParse(one).success), 'invalid')

/** The same fields as a flat form. Its output is the API's body. */
export const endpointForm = z
  .strictObject({
    name: fields.name,
    url: fields.url,
    kinds: forwardingFilters.shape.kinds,
    grades: forwardingFilters.shape.grades,
    statuses: words,
    types: words,
    test: z.enum(testChoices, invalidChoice),
  })
  .transform(({ name, url, test, ...filters }): Required<EndpointCreate> => ({
    name,
    url,
    filters: { ...filters, test: test === 'both' ? null : test === 'test' },
  }))
export type EndpointFormValues = z.input<typeof endpointForm>

/**
 * Absent fields keep their values. `version`: the endpoint's version that a change of name, address or filters is based
 * on. `enabled` can only be false: `…/enable` switches an endpoint on, because it asks what to do with missed messages.
 */
export const endpointChange = z
  .strictObject({ ...fields, version: z.int(), enabled: z.literal(false, 'invalid_choice') })
  .partial()
  .refine(
    ({ enabled: _, version, ...changed }) => version !== undefined || Object.keys(changed).length === 0,
    { path: ['version'], error: 'required' },
  )
export type EndpointChange = z.output<typeof endpointChange>

/** `resend`: also send the messages that were given up or cancelled since the endpoint stopped accepting. */
export const endpointEnable = z.strictObject({ resend: z.boolean({ error: 'not_a_boolean' }).default(false) })
export type EndpointEnable = z.output<typeof endpointEnable>

export const endpoint = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  filters: forwardingFilters,
  /** Increases with each change of name, address or filters. */
  version: z.int(),
  state: z.enum(endpointStates),
  enabled: z.boolean(),
  disabled_at: z.iso.datetime().nullable(),
  disabled_reason: z.enum(disabledReasons).nullable(),
  failing_since: z.iso.datetime().nullable(),
  last_success_at: z.iso.datetime().nullable(),
  /** Until when messages are also signed with the previous secret. Null: there is no previous secret. */
  old_secret_until: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  /** Messages in the log by state. Counts stop at 1,001, which means more than 1,000. */
  counts: z.record(z.enum(messageStates), z.int()),
  /** Number of messages that `resend` would send; 0 while enabled. Stops at 1,001, too. */
  missed: z.int(),
})
export type Endpoint = z.output<typeof endpoint>

export const endpointList = z.object({ items: z.array(endpoint) })
export type EndpointList = z.output<typeof endpointList>

export const endpointRemoved = z.object({ id: z.string() })

/** An endpoint with its signing secret. The secret is shown only this once. */
export const endpointWithSecret = endpoint.extend({ secret: z.string() })
export type EndpointWithSecret = z.output<typeof endpointWithSecret>

const sendingResult = z.object({
  accepted: z.boolean(),
  status: z.int().nullable(),
  /**
   * Why there was no answer, or why it does not count: `timeout`, `redirect`, `address_refused`, or a system error code.
   * Null if `status` says enough.
   */
  error: z.string().nullable(),
  milliseconds: z.int(),
  answer: z.string().nullable(),
})
export type SendingResult = z.output<typeof sendingResult>

/** Without the answer's text, because it may come from a service that only this server can reach. */
export const testResult = sendingResult
  .omit({ answer: true })
  .extend({ answer_bytes: z.int().nullable(), body: z.string() })
export const endpointTest = testResult.extend({ id: z.string() })
export type EndpointTest = z.output<typeof endpointTest>

export const messageListQuery = listQuery(messageList).omit({ q: true })
export type MessageListQuery = z.output<typeof messageListQuery>

const message = z.object({
  id: z.string(),
  endpoint_id: z.string(),
  endpoint_name: z.string(),
  notification_id: z.string(),
  /** The notification; null if it was removed. */
  notification: z
    .object({
      kind: z.enum(notificationKinds),
      status: z.string().nullable(),
      type: z.string().nullable(),
      uid: z.string().nullable(),
      amount: z.number().nullable(),
      currency: z.string().nullable(),
      quarantined: z.boolean(),
    })
    .nullable(),
  state: z.enum(messageStates),
  attempts: z.int(),
  last_status: z.int().nullable(),
  last_error: z.string().nullable(),
  last_attempt_at: z.iso.datetime().nullable(),
  next_attempt_at: z.iso.datetime().nullable(),
  delivered_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  requested_by: z.string().nullable(),
})
export type Message = z.output<typeof message>

export const messagePage = listPage(message)
export type MessagePage = z.output<typeof messagePage>

const messageAttempt = sendingResult.omit({ accepted: true }).extend({ at: z.iso.datetime() })

export const messageDetail = message.extend({
  url: z.string(),
  /**
   * The newest hundred attempts, newest first. An answer may repeat the notification, so it is null without the right to
   * personal data.
   */
  log: z.array(messageAttempt),
  /** The body that would be sent now; null if the notification was removed. */
  body: z.string().nullable(),
})
export type MessageDetail = z.output<typeof messageDetail>

/** Sends a notification to an endpoint by hand. Of the endpoint's filters, only `grades` applies. */
export const messageCreate = z.strictObject({
  endpoint_id: z.uuid('invalid'),
  notification_id: z.uuid('invalid'),
})
export type MessageCreate = z.output<typeof messageCreate>
