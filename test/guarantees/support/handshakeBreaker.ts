/** Has the service speak with others as it did before: in the thread that serves. */
import { connectDirectly } from '../../../domain/outgoing/direct.ts'
import { OutgoingThread } from '../../../domain/outgoing/outgoingThread.ts'

Object.assign(OutgoingThread.prototype, { connect: connectDirectly })
