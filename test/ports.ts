export { freePort } from '../scripts/ports.ts'
