/** An event cannot be taken in yet: the reconciler reads it again, so it is no failure. */
export class NotYet extends Error {
  override name = 'NotYet'
}
