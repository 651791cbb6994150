/** Definitions about mail that features share, in the browser and on the server. */

/**
 * `tls`: encrypted from the start. `starttls`: encrypted before anything is sent. `none`: not encrypted, so no password
 * is sent, and only to this machine or a network that the installation allows.
 */
export const mailEncryptions = ['tls', 'starttls', 'none'] as const
export type MailEncryption = (typeof mailEncryptions)[number]

export const mailPorts: Readonly<Record<MailEncryption, number>> = { tls: 465, starttls: 587, none: 25 }

/** A host name or an IP address. */
export const mailHost = /^(?=.{1,253}$)[A-Za-z0-9:]([A-Za-z0-9.:-]*[A-Za-z0-9])?$/

/**
 * How sending a mail ended. `rejected`: the server refused the mail. `partly`: it refused some recipients.
 * `address_refused`: the server is in a forbidden network. `tls_failed`: no encrypted connection. `certificate`: it is
 * not good for the server's name. `secret_unopened`: no sealing key opens the password. Messages to a chat end in the
 * same ways.
 */
export const mailOutcomes = [
  'delivered',
  'rejected',
  'partly',
  'not_set_up',
  'address_refused',
  'name_unknown',
  'unreachable',
  'timeout',
  'tls_failed',
  'certificate',
  'login_failed',
  'secret_unopened',
  'sender_refused',
  'recipient_refused',
  'failed',
] as const
export type MailOutcome = (typeof mailOutcomes)[number]
