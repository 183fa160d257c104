import { OpenAPIBackend } from 'openapi-backend'
import type { Document as Definition } from 'openapi-backend'
import type { Document } from '../../contract/document.ts'
import type { Operation, RequestContext } from '../context.ts'
import type { Response } from '../response.ts'
import { ContractRouter } from './router.ts'
import { ContractValidator } from './validator.ts'

/** What the rest of `http/` knows of openapi-backend. */
export type Engine = {
  /** Every operation of the contract, dereferenced. */
  operations: Operation[]
  /** Sets the context's operation and path parameters, when this process serves one there. */
  find(context: RequestContext): void
  /** The methods that are served at a path; empty for an unknown path. */
  allowedMethods(path: string): string[]
  /**
   * Runs the stages `authenticate` to `handle` of a request that has an operation.
   *
   * @throws ApiError of the stage that failed, or whatever a handler throws
   */
  handle(context: RequestContext): Promise<Response>
}

export type EngineOptions = {
  document: Document
  /** Whether this process answers the operations of a path. */
  isServed: (path: string) => boolean
  /** Authenticates the caller of an operation that needs a token, and checks limits and scopes. */
  authenticate: (context: RequestContext) => Promise<void>
  /** Calls the handler of the context's operation. */
  handle: (context: RequestContext) => Response | Promise<Response>
}

/** Takes the document as it is; the stock engine would look for references to other files. */
class ContractEngine extends OpenAPIBackend {
  override async loadDocument(): Promise<Definition> {
    return (this.document = this.inputDocument as Definition)
  }
}

/** Makes an openapi-backend that routes and validates by the code in `generated/`. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const backend = new ContractEngine({
    definition: options.document as unknown as Definition,
    strict: true,
    // Not quick, it would check the document against OpenAPI 3.0 and reject 3.1.
    quick: true,
    securityHandlers: {
      oauth2: async (_: unknown, context: RequestContext) => {
        await options.authenticate(context)
        return true
      },
      // The token endpoint's handler checks credentials itself: their errors have OAuth's shape.
      clientBasic: () => true,
    },
  })
  await backend.init()
  const router = new ContractRouter(backend.definition, options.isServed)
  backend.router = router
  backend.validator = new ContractValidator(backend.definition, router)
  backend.register('unauthorizedHandler', ({ security }) => {
    throw security['oauth2'].error
  })
  for (const id of router.ids()) {
    backend.register(id, (_: unknown, context: RequestContext) => {
      context.stage = 'handle'
      return options.handle(context)
    })
  }
  return {
    operations: router.operations(),
    find: (context) => router.find(context),
    allowedMethods: (path) => router.allowedMethods(path),
    handle: (context) => backend.handleRequest(context, context),
  }
}
