/** A list whose members leave from anywhere at once: doubly linked, the links are in the members. */

export interface Link<Member> {
  previous: Member | null;
  next: Member | null;
}

export class LinkedList<Member extends Link<Member>> {
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
    member.previous = this.#last;
    member.next = null;
    if (this.#last) this.#last.next = member;
    else this.#first = member;
    this.#last = member;
    this.#size += 1;
  }

  /** Takes it out; it must be in this chain. */
  remove(member: Member): void {
    if (member.previous) member.previous.next = member.next;
    else this.#first = member.next;
    if (member.next) member.next.previous = member.previous;
    else this.#last = member.previous;
    member.previous = null;
    member.next = null;
    this.#size -= 1;
  }
}
