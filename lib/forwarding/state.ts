/** Words and limits of forwarding without the schemas, which the page that shows it does not need. */

/** `gone`: it answered 410; `failing`: it accepted nothing for days; `hand`: a person switched it off. */
export const disabledReasons = ['gone', 'failing', 'hand'] as const

/**
 * `given_up`: tried for three days; `cancelled`: its endpoint was switched off before it was sent. Both can be sent again
 * by hand.
 */
export const messageStates = ['waiting', 'delivered', 'given_up', 'cancelled'] as const
export type MessageState = (typeof messageStates)[number]

/** How an endpoint is; `new`: nothing was sent to it yet. */
export const endpointStates = ['new', 'healthy', 'failing', 'disabled'] as const
export type EndpointState = (typeof endpointStates)[number]

/** So many a shop may have. */
export const mostEndpoints = 20

/** How long the secret before goes on signing after a new one was made, in hours. */
export const oldSecretHours = 24

/** The log goes back so far. */
export const logDays = 30

/** How far messages of an endpoint are counted. */
export const countedTo = 1000

/** Which payments go to an endpoint, as its form asks. */
export const testChoices = ['both', 'real', 'test'] as const
