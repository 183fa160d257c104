import { OpenAPIRouter } from 'openapi-backend'
import type { Document, Operation as EngineOperation, ParsedRequest } from 'openapi-backend'
import { matchPath } from '../../contract/router.ts'
import type { Operation, RequestContext } from '../context.ts'

/**
 * Routes by the tables in `generated/routes.ts`. The stock router builds a regular expression for
 * each path at each request, and answers 500 to malformed percent-encoding.
 */
export class ContractRouter extends OpenAPIRouter {
  readonly #served: ReadonlyMap<string, Operation>

  /** @param isServed whether this process answers the operations of a path */
  constructor(definition: Document, isServed: (path: string) => boolean) {
    super({ definition })
    const served = this.operations().filter(({ path }) => isServed(path))
    this.#served = new Map(served.map((operation) => [operation.operationId, operation]))
  }

  /** Every operation of the contract, dereferenced, whether it is served here or not. */
  operations(): Operation[] {
    return this.getOperations() as unknown as Operation[]
  }

  /** The operationIds that are served. */
  ids(): string[] {
    return [...this.#served.keys()]
  }

  /** Sets the context's operation and path parameters; leaves both as they are without a match. */
  find(context: RequestContext): void {
    const match = matchPath(context.path)
    const operation = this.#served.get(match?.route.operations[context.method] ?? '')
    if (!match || !operation) return
    context.operation = operation
    context.params = match.params
  }

  /** The methods of the operations that are served at a path; empty for an unknown path. */
  allowedMethods(path: string): string[] {
    const operations = matchPath(path)?.route.operations ?? {}
    return Object.keys(operations).filter((method) => this.#served.has(operations[method] ?? ''))
  }

  override getOperation(id: string): EngineOperation | undefined {
    return this.#served.get(id) as EngineOperation | undefined
  }

  /** The request was routed when it arrived. */
  override matchOperation(request: object): EngineOperation {
    const { operation } = request as RequestContext
    if (!operation) throw new Error('A request reached the engine without an operation.')
    return operation as EngineOperation
  }

  /** Nothing is parsed before the caller is authenticated; the validator parses. */
  override parseRequest(request: object): ParsedRequest {
    return request as ParsedRequest
  }
}
