/** Something that generation does not go on with: its message is all that a developer needs. */
export class Refused extends Error {}
