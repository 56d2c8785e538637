/** A doubly linked list with the links in its members, so that a member leaves from anywhere in constant time. */

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

  /** Adds a member at the end; it must be in no list. */
  append(member: Member): void {
    member.previous = this.#last;
    member.next = null;
    if (this.#last) this.#last.next = member;
    else this.#first = member;
    this.#last = member;
    this.#size += 1;
  }

  /** Removes a member of this list. */
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
