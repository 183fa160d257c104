/** What the tests use of Bruno's package, which has no types. */
declare module '@usebruno/schema' {
  export const collectionSchema: { validate(collection: unknown): Promise<unknown> }
}
