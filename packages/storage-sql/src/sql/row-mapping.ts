// How the members of a record lie in the columns of its row. A mapping is written once and used in both directions.

/** A member whose value is stored as JSON in a text column. */
export interface JsonColumn<Name extends string = string> {
  readonly json: Name
}

/** Stores the member as JSON in the column. */
export function json<const Name extends string>(column: Name): JsonColumn<Name> {
  return { json: column }
}

/** The columns of the row whose type is exactly `Stored`. */
type ColumnsOfType<Row, Stored> = {
  readonly [Name in keyof Row & string]: [Row[Name], Stored] extends [Stored, Row[Name]] ? Name : never
}[keyof Row & string]

/** An optional member is null in the row. */
type Nullable<Rec, Member extends keyof Rec, Stored> = {} extends Pick<Rec, Member> ? Stored | null : Stored

/** For each member, a column that can hold it: by the name of the column, or as `json(name)`. */
type ColumnsFor<Row, Rec> = {
  readonly [Member in keyof Rec]-?:
    | ColumnsOfType<Row, Nullable<Rec, Member, Exclude<Rec[Member], undefined>>>
    | JsonColumn<ColumnsOfType<Row, Nullable<Rec, Member, string>>>
}

type ColumnName<Column> = Column extends JsonColumn<infer Name> ? Name : Column

/** The two directions of a mapping. */
export interface RowMapping<Row, Rec, Mapped extends keyof Row> {
  /** The columns of the record; an absent member is null. */
  toRow(record: Rec): Pick<Row, Mapped>
  /** The record of a row; a column that is null is an absent member. */
  toRecord(row: Pick<Row, Mapped>): Rec
}

/** Takes the column of each member. */
export type DefineMapping<Row, Rec> = <const Columns extends ColumnsFor<Row, Rec>>(
  columns: Columns,
) => RowMapping<Row, Rec, ColumnName<Columns[keyof Columns]> & keyof Row>

/**
 * Maps every member of a record to a column of its row. The types refuse a column of the wrong type, and `toRow` returns exactly the
 * mapped columns, so that an insert does not compile while a column is missing.
 * @example
 * const { toRow, toRecord } = rowMapping<SessionsTable, Session>()({ id: 'id', userId: 'user_id', factors: json('factors') })
 */
export function rowMapping<Row extends object, Rec extends object>(): DefineMapping<Row, Rec> {
  return (columns) => {
    const members = Object.entries<string | JsonColumn>(columns).map(([member, column]): MappedMember =>
      typeof column === 'string' ? { member, column, isJson: false } : { member, column: column.json, isJson: true },
    )
    return {
      toRow: (record) => copyToRow(members, record),
      toRecord: (row) => copyToRecord(members, row),
    }
  }
}

interface MappedMember {
  readonly member: string
  readonly column: string
  readonly isJson: boolean
}

type Values = Readonly<Record<string, unknown>>

function copyToRow<Row extends object>(members: readonly MappedMember[], record: object): Row
function copyToRow(members: readonly MappedMember[], record: object): object {
  const values = record as Values
  const row: Record<string, unknown> = {}
  for (const { member, column, isJson } of members) {
    const value = values[member]
    row[column] = value === undefined ? null : isJson ? JSON.stringify(value) : value
  }
  return row
}

function copyToRecord<Rec extends object>(members: readonly MappedMember[], row: object): Rec
function copyToRecord(members: readonly MappedMember[], row: object): object {
  const values = row as Values
  const record: Record<string, unknown> = {}
  for (const { member, column, isJson } of members) {
    const value = values[column]
    if (value !== null) record[member] = isJson && typeof value === 'string' ? JSON.parse(value) : value
  }
  return record
}
