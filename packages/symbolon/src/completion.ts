// Completion scripts for shells, made from the table of commands. A script holds the words itself: completing starts no process.
import { commandNames, formOf } from './command-table.ts'
import type { CommandName, Shell } from './command-table.ts'

/** @returns a script that the shell sources */
export function completionScript(shell: Shell): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell]()
}

/** The first words of commands, each with its second words. */
const groups: ReadonlyMap<string, readonly CommandName[]> = Map.groupBy(commandNames, (name) => name.split(' ')[0] ?? '')

function secondWords(first: string): readonly string[] {
  return (groups.get(first) ?? []).flatMap((name) => name.split(' ')[1] ?? [])
}

function optionsOf(name: CommandName): readonly string[] {
  return [...Object.keys(formOf(name).options).map((option) => `--${option}`), '--help']
}

/** The values that the arguments of a command can have. */
function wordsOf(name: CommandName): readonly string[] {
  return Object.values(formOf(name).choices ?? {}).flat()
}

/** The values that an option can have; `undefined` is any text, or a file. */
function choicesOf(name: CommandName, option: string): readonly string[] | undefined {
  return formOf(name).options[option]?.choices
}

const takesFile = /FILE/

function bashScript(): string {
  const commands = commandNames.map((name) => {
    const { takes, options } = formOf(name)
    const valued = Object.entries(options).filter(([, { value }]) => value !== undefined)
    const cases = valued.map(([option, { value = '' }]) => {
      const choices = choicesOf(name, option)
      if (choices !== undefined) return `        --${option}) COMPREPLY=($(compgen -W "${choices.join(' ')}" -- "$current")); return ;;`
      return `        --${option}) ${takesFile.test(value) ? 'COMPREPLY=($(compgen -f -- "$current"))' : 'COMPREPLY=()'}; return ;;`
    })
    const files = takes.some((each) => takesFile.test(each))
      ? '\n      [[ $current == -* ]] || COMPREPLY=($(compgen -f -- "$current"))'
      : ''
    return `    "${name}")
      case $previous in
${cases.join('\n')}
      esac
      COMPREPLY=($(compgen -W "${[...optionsOf(name), ...wordsOf(name)].join(' ')}" -- "$current"))${files} ;;`
  })
  const seconds = [...groups.keys()].flatMap((first) => {
    const words = secondWords(first)
    return words.length === 0 ? [] : [`    "${first}") COMPREPLY=($(compgen -W "${words.join(' ')}" -- "$current")) ;;`]
  })
  return `# Completion of symbolon for bash.
_symbolon() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "${[...groups.keys(), 'help'].join(' ')}" -- "$current"))
    return
  fi
  if ((COMP_CWORD > 2)) && [[ " ${[...groups.keys()].filter((first) => secondWords(first).length > 0).join(' ')} " == *" $command "* ]]; then
    command+=" \${COMP_WORDS[2]}"
  fi
  case $command in
${seconds.join('\n')}
${commands.join('\n')}
  esac
}
complete -F _symbolon symbolon
`
}

/** zsh runs the functions of bash: https://zsh.sourceforge.io/Doc/Release/Completion-System.html#Use-of-compinit (bashcompinit). */
function zshScript(): string {
  return `#compdef symbolon\nautoload -U +X bashcompinit && bashcompinit\n${bashScript()}`
}

function fishScript(): string {
  const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, (character) => `\\${character}`)}'`
  const lines = [...groups].flatMap(([first, names]) => {
    const [only] = names
    const says = only === first ? formOf(only).says : secondWords(first).join(', ')
    return [
      `complete -c symbolon -n __fish_use_subcommand -f -a ${first} -d ${quoted(says)}`,
      ...names.flatMap((name) => {
        const [, second] = name.split(' ')
        const isSecond = `__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${secondWords(first).join(' ')}`
        const here =
          second === undefined
            ? `__fish_seen_subcommand_from ${first}`
            : `__fish_seen_subcommand_from ${first}; and __fish_seen_subcommand_from ${second}`
        return [
          ...(second === undefined ? [] : [`complete -c symbolon -n ${quoted(isSecond)} -f -a ${second} -d ${quoted(formOf(name).says)}`]),
          ...(wordsOf(name).length === 0 ? [] : [`complete -c symbolon -n ${quoted(here)} -f -a ${quoted(wordsOf(name).join(' '))}`]),
          ...Object.entries(formOf(name).options).map(([option, { value, says: what }]) => {
            const choices = choicesOf(name, option)
            const form =
              value === undefined
                ? ''
                : choices === undefined
                  ? takesFile.test(value)
                    ? ' -r'
                    : ' -x'
                  : ` -x -a ${quoted(choices.join(' '))}`
            return `complete -c symbolon -n ${quoted(here)} -l ${option}${form} -d ${quoted(what)}`
          }),
        ]
      }),
    ]
  })
  return `# Completion of symbolon for fish.\n${lines.join('\n')}\n`
}
