/** Has the service verify certificates as it did before: in the thread that serves, unmetered. */
import { connectDirectly } from '../../../domain/outgoing/direct.ts'
import { OutgoingThread } from '../../../domain/outgoing/outgoingThread.ts'
import { ProcessorBudget } from '../../../runtime/processorBudget.ts'

Object.assign(OutgoingThread.prototype, { connect: connectDirectly })
Object.assign(ProcessorBudget.prototype, { isUsedUp: () => false })
