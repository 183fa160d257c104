import { OpenAPIValidator } from 'openapi-backend'
import type { Document } from 'openapi-backend'
import { createValidator } from '../../contract/validator.ts'
import type { OperationShape } from '../../contract/validator.ts'
import type { RequestContext } from '../context.ts'
import type { ContractRouter } from './router.ts'

/** Validates by code compiled ahead; the stock validator compiles schemas with ajv at run time. */
export class ContractValidator extends OpenAPIValidator {
  readonly #validators: ReadonlyMap<string, ReturnType<typeof createValidator>>

  constructor(definition: Document, router: ContractRouter) {
    super({ definition, router, lazyCompileValidators: true })
    const operations = router.operations() as unknown as OperationShape[]
    this.#validators = new Map(operations.map((one) => [one.operationId, createValidator(one)]))
  }

  /** @throws ApiError with the code that the contract names for the failure */
  override validateRequest(request: object) {
    const context = request as RequestContext
    context.stage = 'validate'
    const validate = this.#validators.get(context.operation?.operationId ?? '')
    if (validate) context.valid = validate(context)
    return { valid: true, errors: null }
  }
}
