/**
 * Verification requests, which the gateway sends to the shop before it processes a transaction
 * (docs/gateway.md#verification-requests). The request has the format of a notification.
 */
import { objectIn, sentReading, type Reading } from '../reading'
import { transactionReply } from './transaction'
import { filledText, integer, text } from '../values'

export const verificationRequest = transactionReply

/**
 * The shop's answer, sent with status 200, read as `reading` says.
 * - `code`: 0 lets the payment go on, anything else declines it.
 * - `uid`, `amount`: of the transaction in question, `amount` in minor units.
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

export const verificationAnswer = verificationAnswerIn(sentReading)
