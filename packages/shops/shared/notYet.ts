/** An event cannot be taken in yet: the reconciler reads it again, and nobody has to know. */
export class NotYet extends Error {
  override name = 'NotYet'
}
