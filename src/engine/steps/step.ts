/** A step is a plain record of its kind and its values. */

/** `operatorType` is the kind; use {@link kindOf} or a kind's guard to read it. */
export interface StepOf<Kind extends string> {
  readonly operatorType: Kind;
}

export const kindOf = <Kind extends string>(step: StepOf<Kind>): Kind => step.operatorType;

type Rest<S> = S extends unknown ? Omit<S, 'operatorType'> : never;

/** Constructor and type guard of a kind. */
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
