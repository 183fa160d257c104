/** For runtimes that run programs: what the trial needs as an argument, what it saw as a line. */
import { argv } from 'node:process'
import { trial } from './trial.js'

console.log(JSON.stringify(await trial(JSON.parse(argv[2]))))
