/** A list whose members leave from anywhere at once: doubly linked, the links are in the members. */

export interface Link<Member> {
  before: Member | null;
  after: Member | null;
}

export class Chain<Member extends Link<Member>> {
  #first: Member | null = null;
  #last: Member | null = null;
  #size = 0;

  get first(): Member | null {
    return this.#first;
  }

  get size(): number {
    return this.#size;
  }

  /** Puts it at the end; it must be in no chain. */
  append(member: Member): void {
    member.before = this.#last;
    member.after = null;
    if (this.#last) this.#last.after = member;
    else this.#first = member;
    this.#last = member;
    this.#size += 1;
  }

  /** Takes it out; it must be in this chain. */
  remove(member: Member): void {
    if (member.before) member.before.after = member.after;
    else this.#first = member.after;
    if (member.after) member.after.before = member.before;
    else this.#last = member.before;
    member.before = null;
    member.after = null;
    this.#size -= 1;
  }
}
