import { OpenAPIBackend, OpenAPIRouter, OpenAPIValidator } from 'openapi-backend'
import type { Document as Definition, Operation as Matched, ParsedRequest } from 'openapi-backend'
import { createDeprecations, headersOfOperation } from '../../contract/deprecations.ts'
import type { DeprecatedShape } from '../../contract/deprecations.ts'
import type { Document } from '../../contract/document.ts'
import { matchPath } from '../../contract/router.ts'
import { createValidator } from '../../contract/validator.ts'
import type { OperationShape } from '../../contract/validator.ts'
import type { Operation, RequestContext } from '../context.ts'
import type { Response } from '../response.ts'

/** The interface of openapi-backend for the rest of `http/`. */
export type Engine = {
  /** Every operation of the contract, dereferenced. */
  operations: Operation[]
  /** Sets the context's operation and path parameters, when this process serves one there. */
  find(context: RequestContext): void
  /** The methods that are served at a path; empty for an unknown path. */
  allowedMethods(path: string): string[]
  /**
   * Validates a request that has an operation, and runs no other stage.
   *
   * @throws ApiError with the code that the contract names for the failure
   */
  validate(context: RequestContext): void
  /**
   * Runs the stages `authenticate` to `handle` of a request that has an operation.
   *
   * @throws ApiError of the stage that failed, or whatever a handler throws
   */
  handle(context: RequestContext): Promise<Response>
}

export type EngineOptions = {
  /** Without `$ref`s, as `readServedContract` gives it. */
  document: Document
  /** True for a path whose operations this process serves. */
  isServed: (path: string) => boolean
  /** Authenticates the caller, if the operation needs a token, and checks limits and scopes. */
  authenticate: (context: RequestContext) => void | Promise<void>
  /** Calls the handler of the context's operation. */
  handle: (context: RequestContext) => Response | Promise<Response>
}

/**
 * The operation of a method, at the operations of a path. `HEAD` is answered as `GET` is, without
 * the body (RFC 9110 §9.1), which Node leaves out by itself.
 */
const idOf = (method: string, operations: Readonly<Record<string, string>>): string =>
  operations[method === 'HEAD' ? 'GET' : method] ?? ''

/**
 * Routes by the tables in `generated/routes.ts`. The stock router builds a regular expression for
 * each path at each request, and answers 500 to malformed percent-encoding.
 */
class ContractRouter extends OpenAPIRouter {
  /** Every operation of the contract. */
  readonly operations: Operation[]
  readonly #served: ReadonlyMap<string, Operation>
  /** The same without security, which the stock engine asks for through a chain of promises. */
  readonly #open: ReadonlyMap<string, Operation>
  /** Headers of every response of a deprecated operation. */
  readonly #deprecated: ReadonlyMap<string, Record<string, string> | undefined>

  constructor(definition: Definition, isServed: (path: string) => boolean) {
    super({ definition })
    this.operations = this.getOperations() as unknown as Operation[]
    const served = this.operations.filter(({ path }) => isServed(path))
    this.#served = new Map(served.map((operation) => [operation.operationId, operation]))
    this.#open = new Map(
      served.map((operation) => [operation.operationId, { ...operation, security: [] }]),
    )
    const deprecated = served.filter((operation) => operation['x-deprecation'])
    this.#deprecated = new Map(
      deprecated.map((operation) => [operation.operationId, headersOfOperation(operation)]),
    )
  }

  servedIds(): string[] {
    return [...this.#served.keys()]
  }

  find(context: RequestContext): void {
    const match = matchPath(context.path)
    const operation = match && this.#served.get(idOf(context.method, match.route.operations))
    if (!operation) return
    context.operation = operation
    context.params = match.params
    Object.assign(context.responseHeaders, this.#deprecated.get(operation.operationId))
  }

  allowedMethods(path: string): string[] {
    const operations = matchPath(path)?.route.operations ?? {}
    return Object.keys(operations)
      .filter((method) => this.#served.has(operations[method] ?? ''))
      .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method))
  }

  /** openapi-backend registers handlers for the operations that this returns. */
  override getOperation(id: string): Matched | undefined {
    return this.#served.get(id) as Matched | undefined
  }

  /** The request was routed when it arrived, and its caller is known. */
  override matchOperation(request: object): Matched {
    const { operation } = request as RequestContext
    const open = operation && this.#open.get(operation.operationId)
    if (!open) throw new Error('A request reached the engine without an operation.')
    return open as Matched
  }

  /** Nothing is parsed before the caller is authenticated; the validator parses. */
  override parseRequest(request: object): ParsedRequest {
    return request as ParsedRequest
  }
}

/** Validates by code compiled ahead; the stock validator compiles schemas with ajv at run time. */
class ContractValidator extends OpenAPIValidator {
  readonly #validators: ReadonlyMap<string, ReturnType<typeof createValidator>>
  readonly #deprecations = new Map<string, ReturnType<typeof createDeprecations>>()

  constructor(definition: Definition, router: ContractRouter) {
    super({ definition, router, lazyCompileValidators: true })
    const operations = router.operations as unknown as (OperationShape & DeprecatedShape)[]
    this.#validators = new Map(
      operations.map((operation) => [operation.operationId, createValidator(operation)]),
    )
    for (const operation of operations)
      this.#deprecations.set(operation.operationId, createDeprecations(operation))
  }

  /** @throws ApiError with the code that the contract names for the failure */
  override validateRequest(request: object) {
    const context = request as RequestContext
    context.stage = 'validate'
    const { operationId = '' } = context.operation ?? {}
    context.valid = this.#validators.get(operationId)?.(context)
    const deprecated = context.valid && this.#deprecations.get(operationId)?.(context.valid)
    if (deprecated) Object.assign(context.responseHeaders, deprecated)
    return { valid: true, errors: null }
  }
}

/**
 * Makes an openapi-backend that routes and validates by the code in `generated/`. Its own `init`
 * would resolve references, of which there are none, and make a router and a validator.
 */
export function createEngine(options: EngineOptions): Engine {
  const definition = options.document as unknown as Definition
  const router = new ContractRouter(definition, options.isServed)
  const validator = new ContractValidator(definition, router)
  const backend = new OpenAPIBackend({ definition, strict: true })
  Object.assign(backend, { definition, router, validator, initialized: true })
  for (const id of router.servedIds()) {
    backend.register(id, (_: unknown, context: RequestContext) => {
      context.stage = 'handle'
      return options.handle(context)
    })
  }
  return {
    operations: router.operations,
    find: (context) => router.find(context),
    allowedMethods: (path) => router.allowedMethods(path),
    validate: (context) => void validator.validateRequest(context),
    handle(context) {
      const run = () => backend.handleRequest(context, context)
      const pending = options.authenticate(context)
      return pending ? pending.then(run) : run()
    },
  }
}
