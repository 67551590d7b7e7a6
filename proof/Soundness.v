(** * An instruction in the analysis

    What this is: the transfer of the analysis at an instruction is sound.

    Plan.
    - [sure_certain_at]: what the analysis takes an instance to be certain of, it is:
      from its stream, its waits, its serial engine.
    - [sure_enough]: so every needed key is certain.
    - [kept_unset], [known_set]: the keys that the instance does not set, and those
      that it sets, for all that is not known of slots.
    - [sure_control]: what a control read makes certain.
    - [holds_transfer]: what is said after it is true. *)

From Coq Require Import List ZArith Arith Bool Lia.
From Tidemark Require Import Program Trace System Ideal Registers Streams Bisimulation Annotate
  Progress Memory Result Names Analysis Meaning.
Import ListNotations.

Section Soundness.
Variable rs : list ring.
Variable names : list name.
Variable p : program.
Variable evs : list event.
Let tr : trace := map fst evs.
Let W : waits := stream_waits p evs.
Let es := engines p.
Local Notation key_of := (@Meaning.key_of rs).
Local Notation now := (@Meaning.now rs evs).
Local Notation sure := (@Meaning.sure rs p evs).
Local Notation holds := (@Meaning.holds rs p evs).

(** ** An instruction *)

Lemma wait_slot_some : forall s ws ks, wait_keys s ws = Some ks ->
  forall e d o, In (Slot e d o) ws -> exists cs, slot s o = Some cs.
Proof.
  induction ws as [|w ws IH]; intros ks E e d o Hw; [destruct Hw|]. simpl in E.
  destruct (wait_keys s ws) as [r|]; [|discriminate].
  destruct Hw as [->|Hw]; [|eauto]. destruct (slot s o); [eauto|discriminate].
Qed.

Section Instruction.
Variable s : store.
Variable i : instr.
Variable ws : list wait.
Variable n : nat.
Variable j : inst.
Variable ks : list key.
Hypothesis made : make_event es s i ws = Some (j, ks).
Hypothesis here : nth_error evs n = Some (j, ks).
Let u := frame_of rs s.

Lemma made_parts : exists r w, slots s (i_reads i) = Some r /\ slots s (i_writes i) = Some w /\
  wait_keys s ws = Some ks /\ j = Inst (i_eng i) (i_ctl i) (i_op i) r w.
Proof.
  unfold make_event in made. destruct (existsb (Nat.eqb (i_eng i)) es); [|discriminate].
  destruct (slots s (i_reads i)) as [r|]; [|discriminate].
  destruct (slots s (i_writes i)) as [w|]; [|discriminate].
  destruct (wait_keys s ws) as [ks'|]; [|discriminate]. injection made as <- <-. eauto 6.
Qed.

Lemma here_at : at_ tr n j.
Proof. exact (at_event _ _ _ _ here). Qed.

Lemma eng_j : eng j = i_eng i.
Proof. destruct made_parts as (r & w & _ & _ & _ & ->). reflexivity. Qed.

Lemma sure_wait : forall k, In k ks -> Certain tr W n (k_eng k) (value tr n k).
Proof.
  intros k H. apply certain_wait. apply in_or_app. right. rewrite here.
  apply in_map_iff. exists k. auto.
Qed.

Lemma sure_kept : forall k, In k (flat_map (wait_names rs) ws) -> sure n n u k.
Proof.
  intros k H. apply in_flat_map in H as (w & Hw & Hk).
  destruct made_parts as (_ & _ & _ & _ & E & _).
  apply (sure_wait (key_of u k)). apply (wait_keys_in _ _ _ _ E).
  destruct w as [k'|e d o]; simpl in Hk.
  - destruct Hk as [<-|[]]. left. destruct k'. exact Hw.
  - destruct (places rs o) as [ps|] eqn:Ep; [|destruct Hk].
    apply in_map_iff in Hk as (pl & <- & Hp). right.
    destruct (wait_slot_some _ _ _ E _ _ _ Hw) as [cs Es]. exists o, cs. simpl. split;
      [exact Hw|]. split; [exact Es|].
    rewrite (places_slot _ _ _ _ _ Ep Es). now apply in_map.
Qed.

(** The waits of the machine make the own engine certain where it is serial. *)
Lemma sure_serial : forall k, depth p (i_eng i) <= 1 -> n_eng k = i_eng i -> sure n n u k.
Proof.
  intros k D E. unfold Meaning.sure, Meaning.now. fold tr. rewrite E.
  pose proof (value_le tr n (key_of u k) (Nat.lt_le_incl _ _ (at_lt _ _ _ here_at))) as L.
  simpl in L. rewrite E in L.
  apply (certain_less _ _ _ _ (S (before tr (i_eng i) n) - depth p (i_eng i))); [|lia].
  apply certain_wait. apply in_or_app. left. unfold hold. fold tr.
  rewrite here_at. rewrite eng_j. left. reflexivity.
Qed.

Lemma sure_certain_at : forall a k, holds n u a ->
  In k (certain_at rs (depth p) names (i_eng i) ws a) -> sure n n u k.
Proof.
  intros a k H. unfold certain_at. rewrite nodup_In.
  set (first := knows a (i_eng i) ++ _).
  assert (F : forall k, In k first -> sure n n u k).
  { intros k' Hk. apply in_app_or in Hk as [Hk|Hk]; [|apply in_app_or in Hk as [Hk|Hk]].
    - eapply holds_knows; eauto; [exact here_at|exact eng_j].
    - destruct (Nat.leb_spec (depth p (i_eng i)) 1); [|destruct Hk].
      apply filter_In in Hk as [_ Hk]. apply Nat.eqb_eq in Hk. now apply sure_serial.
    - now apply sure_kept. }
  intros Hk. apply in_app_or in Hk as [Hk|Hk]; [auto|].
  apply in_flat_map in Hk as (k' & Hk' & Hj). eapply holds_follows; eauto.
Qed.

(** What is enough, is: every needed key is certain. *)
Lemma sure_enough : forall a k, holds n u a -> enough rs es (depth p) names i ws a = true ->
  In (k_eng k) es -> key_needed j k -> Certain tr W n (k_eng k) (value tr n k).
Proof.
  intros a k H En Hes Hn. unfold enough in En. rewrite forallb_forall in En.
  destruct made_parts as (r & w & Er & Ew & Ek & Ej). rewrite Ej in Hn.
  assert (X : exists o cs, In (Slot (k_eng k) (k_kind k) o) (instr_waits es i) /\
              slot s o = Some cs /\ In (k_cell k) cs).
  { unfold key_needed in Hn. destruct k as [e d x]; simpl in *. destruct d;
      [apply (slots_in _ _ _ _ Er) in Hn|apply (slots_in _ _ _ _ Ew) in Hn];
      destruct Hn as (o & cs & Ho & Eo & Hc); exists o, cs; (split; [|auto]);
      apply instr_waits_in; eauto 6. }
  destruct X as (o & cs & Hw & Eo & Hc). specialize (En _ Hw).
  apply orb_true_iff in En as [En|En].
  - destruct (in_dec wait_dec _ ws) as [Hin|]; [|discriminate].
    apply sure_wait. apply (wait_keys_in _ _ _ _ Ek). right. exists o, cs. auto.
  - simpl in En. rewrite forallb_forall in En.
    assert (Y : exists pl, In pl (match places rs o with Some ps => ps | None => map Plain (concat
      (o_table o)) end)
                /\ cell_of rs u pl = k_cell k).
    { destruct (places rs o) as [ps|] eqn:Ep.
      - rewrite (places_slot _ _ _ _ _ Ep Eo) in Hc. apply in_map_iff in Hc as (pl & ? & ?).
        eauto.
      - exists (Plain (k_cell k)). split; [|reflexivity]. apply in_map. eapply slot_concat;
          eauto. }
    destruct Y as (pl & Hp & Ec). specialize (En pl Hp). apply among_in in En.
    apply (sure_certain_at a) in En; [|exact H]. unfold Meaning.sure, Meaning.now, Meaning.key_of
      in En. fold tr in En. simpl in En.
    rewrite Ec in En. destruct k. exact En.
Qed.

(** *** What it sets *)

Lemma touched_cell : forall e d os x r, slots s os = Some r -> In x r ->
  exists known k, In k (flat_map (touched rs known e d) os) /\ key_of u k = Key e d x.
Proof.
  intros e d os x r Hr Hx. apply (slots_in _ _ _ _ Hr) in Hx as (o & cs & Ho & Eo & Hc).
  destruct (places rs o) as [ps|] eqn:Ep.
  - rewrite (places_slot _ _ _ _ _ Ep Eo) in Hc. apply in_map_iff in Hc as (pl & <- & Hp).
    exists true, (Name e d pl). split; [|reflexivity]. apply in_flat_map. exists o.
    split; [auto|]. unfold touched. rewrite Ep. now apply in_map.
  - exists false, (Name e d (Plain x)). split; [|reflexivity]. apply in_flat_map. exists o.
    split; [auto|]. unfold touched. rewrite Ep. apply in_map_iff. exists x.
    split; [auto|]. eapply slot_concat; eauto.
Qed.

(** Names that are apart from all that it may set keep their value. *)
Lemma kept_unset : forall k,
  forallb (apart rs k) (nodup name_dec (sets_names rs true i) ++ sets_names rs false i) = true ->
  sets j (key_of u k) = false.
Proof.
  intros k H. rewrite forallb_forall in H.
  assert (X : forall known k', In k' (sets_names rs known i) -> key_of u k' <> key_of u k).
  { intros known k' Hk E. assert (A : apart rs k k' = true).
    { apply H. apply in_or_app. destruct known; [left; now apply nodup_In|now right]. }
    unfold apart in A. injection E as E1 E2 E3. rewrite E1, E2, Nat.eqb_refl in A. simpl in A.
    destruct (n_kind k); simpl in A; apply (distinct_cells rs u) in A; congruence. }
  destruct made_parts as (r & w & Er & Ew & _ & ->). unfold sets. simpl.
  destruct (Nat.eqb_spec (i_eng i) (n_eng k)) as [E|]; [|reflexivity]. simpl.
  destruct (touches _ _ _) eqn:T; [|reflexivity]. exfalso.
  assert (Y : exists known k', In k' (sets_names rs known i) /\
              key_of u k' = Key (i_eng i) (n_kind k) (cell_of rs u (n_place k))).
  { unfold touches in T. simpl in T. destruct (n_kind k).
    - apply mem_in in T. destruct (touched_cell (i_eng i) Wr _ _ _ Ew T) as (kn & k' & H1 & H2).
      exists kn, k'. split; [|exact H2]. apply in_or_app. now right.
    - apply orb_true_iff in T as [T|T]; apply mem_in in T.
      + destruct (touched_cell (i_eng i) Ac _ _ _ Er T) as (kn & k' & H1 & H2).
        exists kn, k'. split; [|exact H2]. apply in_or_app. left. rewrite flat_map_app.
        apply in_or_app. now left.
      + destruct (touched_cell (i_eng i) Ac _ _ _ Ew T) as (kn & k' & H1 & H2).
        exists kn, k'. split; [|exact H2]. apply in_or_app. left. rewrite flat_map_app.
        apply in_or_app. now right. }
  destruct Y as (kn & k' & H1 & H2). apply (X kn k' H1). rewrite H2, E. reflexivity.
Qed.

(** Names that it certainly sets have its ordinal. *)
Lemma known_set : forall k, In k (sets_names rs true i) -> sets j (key_of u k) = true.
Proof.
  intros k H. destruct made_parts as (r & w & Er & Ew & _ & ->). unfold sets, touches. simpl.
  assert (X : forall e d os rr, slots s os = Some rr -> In k (flat_map (touched rs true e d) os)
    ->
              n_eng k = e /\ n_kind k = d /\ In (cell_of rs u (n_place k)) rr).
  { intros e d os rr Hr Hk. apply in_flat_map in Hk as (o & Ho & Hk). unfold touched in Hk.
    destruct (places rs o) as [ps|] eqn:Ep; [|destruct Hk].
    apply in_map_iff in Hk as (pl & <- & Hp). simpl. repeat split; auto.
    destruct (slots_some _ _ _ _ Hr Ho) as (cs & Es & Inc). apply Inc.
    rewrite (places_slot _ _ _ _ _ Ep Es). now apply in_map. }
  apply in_app_or in H as [H|H].
  - rewrite flat_map_app in H. apply in_app_or in H as [H|H];
      [destruct (X _ _ _ _ Er H) as (<- & -> & Hx)|destruct (X _ _ _ _ Ew H) as (<- & -> & Hx)];
      apply mem_in in Hx; rewrite Nat.eqb_refl; simpl; rewrite Hx; auto using orb_true_r.
  - destruct (X _ _ _ _ Ew H) as (<- & -> & Hx). apply mem_in in Hx.
    rewrite Nat.eqb_refl. simpl. exact Hx.
Qed.

Lemma now_kept : forall k, sets j (key_of u k) = false -> now (S n) u k = now n u k.
Proof. intros k H. unfold Meaning.now. fold tr. rewrite (value_S _ _ _ _ here_at), H.
reflexivity. Qed.

Lemma sure_kept_value : forall q k, sets j (key_of u k) = false -> sure q n u k <-> sure q (S n)
  u k.
Proof. intros q k H. unfold Meaning.sure. now rewrite (now_kept k H). Qed.

(** Later instances of the engine are certain of what this one was. *)
Lemma sure_later : forall q i' k, n < q -> at_ tr q i' -> eng i' = i_eng i ->
  sure n n u k -> sure q n u k.
Proof.
  intros q i' k L Hq E H. eapply (certain_order _ _ q n i' j); eauto; [exact here_at|].
  rewrite eng_j. exact E.
Qed.

(** After a control read, its engine is certain of all its own instances. *)
Lemma sure_control : forall q i' k, n < q -> at_ tr q i' -> eng i' = i_eng i ->
  i_ctl i = true -> n_eng k = i_eng i -> sure q (S n) u k.
Proof.
  intros q i' k L Hq E C Ek. unfold Meaning.sure, Meaning.now. fold tr. rewrite Ek.
  pose proof (value_le tr (S n) (key_of u k) (at_lt _ _ _ here_at)) as V. simpl in V.
  rewrite Ek in V.
  apply (certain_less _ _ _ _ (before tr (i_eng i) (S n))); [|exact V].
  assert (B : before tr (i_eng i) (S n) <= before tr (i_eng i) q) by (apply before_mono; lia).
  (* the next own instance after this one holds for it *)
  assert (X : exists a k', S n <= a <= q /\ at_ tr a k' /\ eng k' = i_eng i /\
              before tr (i_eng i) a = before tr (i_eng i) (S n)).
  { destruct (Nat.eq_dec (before tr (i_eng i) q) (before tr (i_eng i) (S n))) as [Eb|Nb].
    - exists q, i'. repeat split; auto; lia.
    - destruct (before_find tr (i_eng i) q (before tr (i_eng i) (S n)))
        as (a & k' & La & Ha & Ea & Eb); [lia|].
      exists a, k'. repeat split; auto; [|lia]. destruct (le_lt_dec (S n) a) as [|La']; [auto|].
      pose proof (before_lt _ _ _ _ Ha La') as X. rewrite Ea in X. lia. }
  destruct X as (a & k' & La & Ha & Ea & Eb).
  assert (Ca : Certain tr W a (i_eng i) (before tr (i_eng i) (S n))).
  { apply certain_wait. apply in_or_app. left. unfold hold. fold tr. rewrite Ha.
    unfold hold_after.
    assert (Lc : last_ctl (eng k') (firstn a tr) false = true).
    { apply last_ctl_spec; [exact (Nat.lt_le_incl _ _ (at_lt _ _ _ Ha))|].
      exists n, j. split; [exact here_at|]. split; [now rewrite eng_j|]. split.
      - rewrite Ea, Eb, (before_S _ _ _ _ here_at), eng_j, Nat.eqb_refl. lia.
      - destruct made_parts as (r & w & _ & _ & _ & ->). exact C. }
    rewrite Lc. right. left. rewrite Ea. f_equal. rewrite <- Eb. reflexivity. }
  destruct (Nat.eq_dec a q) as [<-|Na]; [exact Ca|].
  eapply (certain_order _ _ q a i' k'); eauto; [lia|congruence].
Qed.

Lemma holds_transfer : forall a, holds n u a -> holds (S n) u (transfer rs (depth p)
  names i ws a).
Proof.
  intros a H.
  assert (Cert : forall k kept, In k (filter kept (certain_at rs (depth p) names (i_eng i) ws a))
    ->
            kept k = true /\ sure n n u k).
  { intros k kept Hk. apply filter_In in Hk as [Hk K]. split;
      [auto|now apply sure_certain_at with (a := a)]. }
  assert (Own : forall k, In k (own names (i_eng i)) -> n_eng k = i_eng i).
  { intros k Hk. apply filter_In in Hk as [_ Hk]. now apply Nat.eqb_eq. }
  split; simpl.
  - intros f l k [Hg|Hg] Hk q i' L Hq Ei.
    + injection Hg as <- <-. apply in_app_or in Hk as [Hk|Hk].
      * apply Cert in Hk as [K Sk]. apply kept_unset in K.
        apply (sure_kept_value q k K). eapply sure_later; eauto.
      * destruct (i_ctl i) eqn:C; [|destruct Hk]. eapply sure_control; eauto.
    + apply only_in in Hg as (l' & Hg & ->). apply filter_In in Hg as [Hg _].
      apply filter_In in Hk as [Hk K]. apply kept_unset in K.
      apply (sure_kept_value q k K). eapply holds_know; eauto. lia.
  - intros k l k' Hg Hk q Sk. apply in_app_or in Hg as [Hg|Hg].
    + apply in_map_iff in Hg as (k0 & E & Hset). injection E as <- <-.
      apply nodup_In in Hset. apply known_set in Hset.
      assert (Ek : n_eng k0 = i_eng i).
      { unfold sets in Hset. apply andb_prop in Hset as [X _]. apply Nat.eqb_eq in X.
        rewrite eng_j in X. symmetry. exact X. }
      assert (Cq : Certain tr W q (eng j) (S (before tr (eng j) n))).
      { unfold Meaning.sure, Meaning.now in Sk. fold tr in Sk.
        rewrite (value_S _ _ _ _ here_at), Hset in Sk.
        rewrite Ek in Sk. rewrite eng_j in *. exact Sk. }
      apply in_app_or in Hk as [Hk|Hk].
      * apply Cert in Hk as [K Sn]. apply kept_unset in K. apply (sure_kept_value q k' K).
        eapply certain_trans; [exact Cq|exact here_at|exact Sn].
      * apply Own in Hk. unfold Meaning.sure, Meaning.now. fold tr. rewrite Hk, <- eng_j.
        pose proof (value_le tr (S n) (key_of u k') (at_lt _ _ _ here_at)) as V. simpl in V.
        rewrite (before_S _ _ _ _ here_at), Hk, <- eng_j, Nat.eqb_refl in V.
        eapply certain_less; [exact Cq|]. lia.
    + apply only_in in Hg as (l' & Hg & ->). apply filter_In in Hg as [Hg Kk].
      apply filter_In in Hk as [Hk K]. simpl in Kk. apply kept_unset in K, Kk.
      apply (sure_kept_value q k' K). eapply holds_after; eauto.
      apply (sure_kept_value q k Kk). exact Sk.
Qed.

End Instruction.
End Soundness.
