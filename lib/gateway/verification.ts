/**
 * Verification requests: the gateway asks the shop before it processes a transaction
 * (docs/gateway.md#verification-requests). The request has the format of a notification.
 */
import { objectIn, sent, type Reading } from './reading'
import { transactionReply } from './transaction'
import { filledText, integer, text } from './values'

/** What the shop is asked with; read as loosely as a notification. */
export const verificationRequest = transactionReply

/**
 * What the shop answers, with status 200, read as `reading` says.
 * - `code`: 0 lets the payment go on, anything else declines it.
 * - `uid`, `amount`: of the transaction asked about, `amount` in minor units.
 * - `message`: for the merchant; `friendly_message`: for the customer; `created_at`: ISO 8601.
 */
export const verificationAnswerIn = (reading: Reading) =>
  objectIn(reading, {
    code: integer,
    uid: filledText(),
    amount: integer,
    message: text().optional(),
    friendly_message: text().optional(),
    created_at: text().optional(),
  })

/** The answer as we send it. */
export const verificationAnswer = verificationAnswerIn(sent)
