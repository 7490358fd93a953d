/** The record of a step: which kind it is of, and what it says. */

/** A record says by `operatorType` of which kind it is; all others ask {@link kindOf} or the guard of a kind. */
export interface StepOf<Kind extends string> {
  readonly operatorType: Kind;
}

export const kindOf = <Kind extends string>(step: StepOf<Kind>): Kind => step.operatorType;

type Rest<S> = S extends unknown ? Omit<S, 'operatorType'> : never;

/** Makes and tells the steps of a kind. */
interface StepMaker<S extends StepOf<string>> {
  readonly make: (rest: Rest<S>) => S;
  readonly is: (step: StepOf<string>) => step is S;
}

export function stepKind<S extends StepOf<string>>(kind: S['operatorType']): StepMaker<S> {
  return {
    make: (rest) => ({ operatorType: kind, ...rest }) as unknown as S,
    is: (step): step is S => step.operatorType === kind,
  };
}
