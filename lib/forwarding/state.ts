/** Constants of forwarding. Imports no schemas, to keep the browser bundle small. */

/** `gone`: it answered 410. `failing`: it accepted nothing for days. `hand`: a person switched it off. */
export const disabledReasons = ['gone', 'failing', 'hand'] as const

/**
 * `given_up`: tried for three days. `cancelled`: the endpoint was switched off first. Both can be sent again by hand.
 */
export const messageStates = ['waiting', 'delivered', 'given_up', 'cancelled'] as const
export type MessageState = (typeof messageStates)[number]

/** State of an endpoint. `new`: no attempt has ended yet. */
export const endpointStates = ['new', 'healthy', 'failing', 'disabled'] as const
export type EndpointState = (typeof endpointStates)[number]

export const maxEndpoints = 20

/** Hours for which the previous secret still signs after a rotation. */
export const oldSecretHours = 24

/** Days that messages stay in the log. */
export const logDays = 30

export const countedTo = 1000

export const testChoices = ['both', 'real', 'test'] as const
