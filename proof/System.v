(** * Systems of waits

    What this is: the machine over a sequential run, with given waits.  A state
    counts what each engine has issued and completed; engines issue and complete
    in order; an instance [p] issues when all its waits [W p] hold.  A wait
    [(e, t)] holds when engine [e] has completed [t] instances.  The ideal system
    and the streams are both of this form, with different waits.

    Plan.
    - [step], [reach]; engines complete no more than they issue, and issue no
      more than they have.
    - [Certain W p e t]: that [e] has completed [t] instances is certain when [p]
      issues.  This is the vector clock of the criterion, as a relation:
      the clock [V(p)[e]] is the largest [t].
    - [certain_sound]: what is certain holds in every reachable state in which [p]
      has issued or can issue.
    - [steps_incl]: if the waits of [W'] are certain under [W], every step of [W]
      is one of [W'].  So two systems whose waits are certain under each other
      have the same steps in the same reachable states. *)

From Coq Require Import List Arith Bool Lia.
From Tidemark Require Import Program Trace.
Import ListNotations.

Definition waits := nat -> list (engine * nat).

(** Issue of the [k]-th instance of an engine, which is [i]; completion of the
    [k]-th. *)
Inductive label :=
| Issue (e : engine) (k : nat) (i : inst)
| Done (e : engine) (k : nat).

Record st := St { iss : engine -> nat; don : engine -> nat }.

Definition init : st := St (fun _ => 0) (fun _ => 0).

Definition issue_next (s : st) (e : engine) : st := St (upd (iss s) e (S (iss s e))) (don s).
Definition complete_next (s : st) (e : engine) : st := St (iss s) (upd (don s) e (S (don s e))).

Lemma upd_same : forall {A} (f : nat -> A) x v, upd f x v x = v.
Proof. intros. unfold upd. now rewrite Nat.eqb_refl. Qed.

Lemma upd_other : forall {A} (f : nat -> A) x y v, y <> x -> upd f x v y = f y.
Proof. intros. unfold upd. apply Nat.eqb_neq in H. now rewrite H. Qed.

Section System.
Variable tr : trace.

(** Instance [p], which is [i], is the next one of its engine. *)
Definition next (s : st) (p : nat) (i : inst) : Prop :=
  at_ tr p i /\ before tr (eng i) p = iss s (eng i).

Definition issued (s : st) (p : nat) (i : inst) : Prop :=
  at_ tr p i /\ before tr (eng i) p < iss s (eng i).

Definition completed (s : st) (p : nat) (i : inst) : Prop :=
  at_ tr p i /\ before tr (eng i) p < don s (eng i).

Definition met (s : st) (ws : list (engine * nat)) : Prop :=
  forall e t, In (e, t) ws -> t <= don s e.

Definition can_issue (W : waits) (s : st) (p : nat) (i : inst) : Prop :=
  next s p i /\ met s (W p).

Inductive step (W : waits) (s : st) : label -> st -> Prop :=
| step_issue : forall p i, can_issue W s p i ->
    step W s (Issue (eng i) (S (iss s (eng i))) i) (issue_next s (eng i))
| step_done : forall e, don s e < iss s e ->
    step W s (Done e (S (don s e))) (complete_next s e).

Inductive reach (W : waits) : st -> Prop :=
| reach_init : reach W init
| reach_step : forall s l s', reach W s -> step W s l s' -> reach W s'.

Record bounded (s : st) : Prop := {
  don_iss : forall e, don s e <= iss s e;
  iss_total : forall e, iss s e <= count e tr
}.

Lemma reach_bounded : forall W s, reach W s -> bounded s.
Proof.
  induction 1 as [|s l s' _ [HD HI] H]; [split; simpl; lia|].
  destruct H as [p i [[Hp E] _]|e H]; split; intros e'; simpl; unfold upd; auto.
  - specialize (HD e'). destruct (Nat.eqb_spec e' (eng i)); subst; lia.
  - pose proof (before_at_total _ _ _ Hp).
    destruct (Nat.eqb_spec e' (eng i)); subst; [lia|auto].
  - destruct (Nat.eqb_spec e' e); subst; auto.
Qed.

(** ** Certainty *)

Section Certainty.
Variable W : waits.

Inductive Certain : nat -> engine -> nat -> Prop :=
| certain_wait : forall p e t, In (e, t) (W p) -> Certain p e t
| certain_zero : forall p e, Certain p e 0
| certain_less : forall p e t t', Certain p e t -> t' <= t -> Certain p e t'
| certain_order : forall p q i j e t,   (* [q] issued before, on the same engine *)
    q < p -> at_ tr p i -> at_ tr q j -> eng i = eng j ->
    Certain q e t -> Certain p e t
| certain_trans : forall p q j e t,     (* [q] is certainly complete *)
    Certain p (eng j) (S (before tr (eng j) q)) -> at_ tr q j ->
    Certain q e t -> Certain p e t.

(** The waits of all that has issued hold. *)
Definition waits_met (s : st) : Prop := forall p i, issued s p i -> met s (W p).

Lemma reach_waits_met : forall s, reach W s -> waits_met s.
Proof.
  induction 1 as [|s l s' _ IH H]; [intros p i [_ H]; simpl in H; lia|].
  destruct H as [p i [[Hp E] M]|e H]; intros q j [Hq L] e' t Hin; simpl in *.
  - unfold upd in L. destruct (Nat.eqb_spec (eng j) (eng i)) as [Ee|Ee].
    + destruct (Nat.eq_dec (before tr (eng j) q) (iss s (eng j))) as [Eb|Eb].
      * assert (q = p) as -> by (eapply before_inj; eauto; congruence). eauto.
      * refine (IH q j (conj Hq _) e' t Hin). rewrite Ee in *. lia.
    + exact (IH q j (conj Hq L) e' t Hin).
  - pose proof (IH q j (conj Hq L) e' t Hin). unfold upd.
    destruct (Nat.eqb_spec e' e); subst; lia.
Qed.

(** What is certain at [p] holds once the waits of [p] hold and all before it on
    its engine have issued. *)
Lemma certain_held : forall s, bounded s -> waits_met s ->
  forall p e t, Certain p e t -> forall i, at_ tr p i ->
  before tr (eng i) p <= iss s (eng i) -> met s (W p) -> t <= don s e.
Proof.
  intros s B M. induction 1; intros i0 Hp Hi Hm.
  - auto.
  - lia.
  - specialize (IHCertain _ Hp Hi Hm). lia.
  - assert (i0 = i) as -> by eauto using at_fun.
    pose proof (before_lt _ _ _ _ H1 H). rewrite <- H2 in H4.
    apply (IHCertain j); auto; [|apply (M q j)]; try split; rewrite <- ?H2; auto; lia.
  - specialize (IHCertain1 _ Hp Hi Hm). pose proof (don_iss _ B (eng j)).
    apply (IHCertain2 j); auto; [lia|]. apply (M q j). split; [auto|lia].
Qed.

Theorem certain_sound : forall s p i e t,
  reach W s -> can_issue W s p i -> Certain p e t -> t <= don s e.
Proof.
  intros s p i e t R [[Hp E] Hm] C.
  eapply certain_held; eauto using reach_bounded, reach_waits_met. lia.
Qed.

Theorem certain_issued : forall s p i e t,
  reach W s -> issued s p i -> Certain p e t -> t <= don s e.
Proof.
  intros s p i e t R [Hp L] C.
  eapply certain_held; eauto using reach_bounded, reach_waits_met; [lia|].
  apply (reach_waits_met s R p i). split; auto.
Qed.

End Certainty.

(** ** Comparing systems *)

(** The waits of [W'] are certain under [W]. *)
Definition covers (W W' : waits) : Prop :=
  forall p e t, p < length tr -> In (e, t) (W' p) -> Certain W p e t.

Lemma can_issue_incl : forall W W' s p i,
  covers W W' -> reach W s -> can_issue W s p i -> can_issue W' s p i.
Proof.
  intros W W' s p i C R H. split; [apply H|]. intros e t Hin.
  eapply certain_sound; eauto. apply C; auto. destruct H as [[Hp _] _]. eauto using at_lt.
Qed.

Lemma steps_incl : forall W W' s l s',
  covers W W' -> reach W s -> step W s l s' -> step W' s l s'.
Proof.
  intros W W' s l s' C R H. destruct H;
    [eapply step_issue|apply step_done]; eauto using can_issue_incl.
Qed.

Lemma reach_incl : forall W W' s, covers W W' -> reach W s -> reach W' s.
Proof.
  induction 2; [constructor|]. econstructor; [eassumption|]. eapply steps_incl; eauto.
Qed.

Lemma covers_certain : forall W W' p e t,
  covers W W' -> p < length tr -> Certain W' p e t -> Certain W p e t.
Proof.
  intros W W' p e t C L H. induction H.
  - apply C; auto.
  - apply certain_zero.
  - eapply certain_less; eauto.
  - eapply certain_order; eauto using at_lt.
  - eapply certain_trans; eauto using at_lt.
Qed.

Lemma covers_trans : forall W1 W2 W3, covers W1 W2 -> covers W2 W3 -> covers W1 W3.
Proof. intros W1 W2 W3 A B p e t L H. eapply covers_certain; eauto. Qed.

(** Waits whose thresholds name instances before them, as those of a sequential
    run do. *)
Definition backward (W : waits) : Prop :=
  forall p e t, p < length tr -> In (e, t) (W p) -> t <= before tr e p.

End System.
