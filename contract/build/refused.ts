/** An input that generation refuses; the message is all that a developer needs. */
export class Refused extends Error {}
