/** Runs the samples of the docs in each of their languages. */
import { fileURLToPath } from 'node:url'

/** The variables of the environment that a sample reads. */
export type Variables = Record<string, string>

/** A language, whose samples all run in one program: a process for each would take minutes. */
export type Language = {
  /** Commands that succeed where the language is installed. */
  needs: string[][]
  fileOf(id: string): string
  /** A sample's text as part of the program, where that differs. */
  within?(source: string, id: string): string
  /** The program's file, and the code around its steps. */
  program: { file: string; head?: string; tail?: string }
  /** Prints a line, an empty one before it. */
  print(text: string): string
  setVariable(name: string, value: string): string
  runSample(id: string): string
  /** Names those of the samples' files that are not formatted as is usual. */
  unformatted?: string[]
  /** The command that compiles the files. */
  compile?: string[]
  run: string[]
}

/** All programs share what Go has compiled of its own library, which takes longer than they do. */
export const GOCACHE = fileURLToPath(new URL('../../node_modules/.cache/go', import.meta.url))

/**
 * Programs that end within a second have no use for the second compiler and a parallel collector.
 */
export const javaOptions = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']

const className = (id: string) => `${id.charAt(0).toUpperCase()}${id.slice(1)}`

export const languages: Record<string, Language> = {
  curl: {
    needs: [['curl', '--version']],
    fileOf: (id) => `${id}.sh`,
    within: (source) => source.replace(/^curl/, 'curl -sS --fail-with-body --max-time 20'),
    program: { file: 'all.sh', head: 'set -e' },
    print: (text) => `echo; echo '${text}'`,
    setVariable: (name, value) => `export ${name}='${value}'`,
    runSample: (id) => `. ./${id}.sh`,
    run: ['sh', 'all.sh'],
  },
  TypeScript: {
    needs: [],
    fileOf: (id) => `${id}.ts`,
    program: { file: 'all.mjs' },
    print: (text) => `console.log('\\n${text}')`,
    setVariable: (name, value) => `process.env.${name} = '${value}'`,
    runSample: (id) => `await import('./${id}.ts')`,
    run: [process.execPath, 'all.mjs'],
  },
  Python: {
    needs: [['python3', '-c', 'import importlib.util as u; u.find_spec("requests") or exit(1)']],
    fileOf: (id) => `${id}.py`,
    program: { file: 'all.py', head: 'import os, runpy' },
    print: (text) => `print('\\n${text}')`,
    setVariable: (name, value) => `os.environ['${name}'] = '${value}'`,
    runSample: (id) => `runpy.run_path('${id}.py')`,
    run: ['python3', 'all.py'],
  },
  PHP: {
    needs: [['php', '-r', 'exit(extension_loaded("curl") ? 0 : 1);']],
    fileOf: (id) => `${id}.php`,
    program: { file: 'all.php', head: '<?php' },
    print: (text) => `echo "\\n${text}\\n";`,
    setVariable: (name, value) => `putenv('${name}=${value}');`,
    runSample: (id) => `require '${id}.php';`,
    run: ['php', 'all.php'],
  },
  Java: {
    needs: [['sh', '-c', 'command -v javac']],
    fileOf: (id) => `${className(id)}.java`,
    // A process of Java cannot change its environment.
    within: (source) => source.replaceAll('System.getenv(', 'System.getProperty('),
    program: {
      file: 'All.java',
      head: 'class All {\npublic static void main(String[] args) throws Exception {',
      tail: '}\n}',
    },
    print: (text) => `System.out.println("\\n${text}");`,
    setVariable: (name, value) => `System.setProperty("${name}", "${value}");`,
    runSample: (id) => `${className(id)}.main(args);`,
    compile: ['javac', ...javaOptions.map((one) => `-J${one}`), '-encoding', 'UTF-8', 'All.java'],
    run: ['java', ...javaOptions, 'All'],
  },
  Go: {
    needs: [['go', 'version']],
    fileOf: (id) => `${id}.go`,
    // Samples share a package, so each is a function of its own.
    within: (source, id) => source.replace('func main() {', `func run_${id}() {`),
    program: {
      file: 'all.go',
      head: 'package main\n\nimport (\n"fmt"\n"os"\n)\n\nfunc main() {',
      tail: '}',
    },
    print: (text) => `fmt.Println("\\n${text}")`,
    setVariable: (name, value) => `os.Setenv("${name}", "${value}")`,
    runSample: (id) => `run_${id}()`,
    unformatted: ['gofmt', '-l'],
    compile: ['go', 'build', '-o', 'samples', '.'],
    run: ['./samples'],
  },
}
